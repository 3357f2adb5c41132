// Loaded before a program (`node --import`): its clock stands still at the moment that the environment names.
const now = Number(process.env["FIXED_NOW"]);

Date.now = () => now;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now] : given, made),
});
