// The one type of Node that the guard's declarations name. All of @types/node would take half a minute to check.
declare module "node:crypto" {
  export type KeyObject = { readonly type: string };
}
