import type { FreeBusy } from "./free-busy.ts";
import type { Target } from "./paths.ts";
import type { liveProperties, Limits } from "./properties.ts";
import type { Scheduling } from "./scheduling.ts";
import type { Store, User } from "./store.ts";

/** One authenticated request for a target of the account's own, with everything its handler may use. */
export type Exchange = {
  method: string;
  target: Exclude<Target, { kind: "well-known" }>;
  viewer: User;
  header(name: string): string | undefined;
  /** Read under the ceiling of the method; refused beyond it. */
  body: Buffer;
  store: Store;
  limits: Limits;
  freeBusy: FreeBusy;
  scheduling: Scheduling;
  properties: ReturnType<typeof liveProperties>;
  /** Host and port under which this server may be named in hrefs and Destination. */
  authorities: ReadonlySet<string>;
  /** Milliseconds on a steady clock. */
  elapsed(): number;
};
