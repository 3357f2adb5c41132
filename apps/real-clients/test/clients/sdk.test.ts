import { describe } from "vitest";
import { asksAPerson, takesTheToken } from "./behaviour.ts";
import { connectSdkV1 } from "./sdk-v1.ts";
import { connectSdkV2 } from "./sdk-v2.ts";

describe.each([
  ["SDK v1", connectSdkV1, "2025-11-25"],
  ["SDK v2", connectSdkV2("legacy"), "2025-11-25"],
  ["SDK v2 that looks for the newest revision", connectSdkV2("auto"), "2026-07-28"],
])("a client on %s", (_, connect, revision) => {
  asksAPerson(connect, { revision });
});

describe.each([
  ["SDK v1", connectSdkV1, "2025-11-25"],
  ["SDK v2", connectSdkV2("legacy"), "2025-11-25"],
  ["SDK v2 that looks for the newest revision", connectSdkV2("auto"), "2026-07-28"],
])("a client without dialogs on %s", (_, connect, revision) => {
  takesTheToken(connect, { revision });
});
