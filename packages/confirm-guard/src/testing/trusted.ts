/**
 * Takes a value for what the caller says it is. The kit hands scripted answers to an SDK and SDK results to a test
 * without checking them: what is wrong with them is what the test is about.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type
export function trusted<T>(value: unknown): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place of the kit that does so
  return value as T;
}
