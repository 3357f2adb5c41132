import { expect, it } from "vitest";

import * as kit from "../src/index.ts";

it("the package offers these names and no others", () => {
  expect(Object.keys(kit).toSorted()).toEqual([
    "BudgetSpent",
    "CallCancelled",
    "ConfigError",
    "DIALOGS_OFF",
    "HttpFailure",
    "authorizationOf",
    "createBudget",
    "createGuardedFetch",
    "createWorkInHand",
    "decisionLine",
    "failed",
    "framed",
    "isZoneName",
    "own",
    "parseAllowedHost",
    "parseCommandLine",
    "readInteger",
    "readList",
    "readServerUrl",
    "readSharedSettings",
    "readStrictSwitch",
    "readText",
    "readTolerantSwitch",
    "readZone",
    "registerTools",
    "renderHelp",
    "renderTools",
    "runProgram",
    "selectTools",
    "serverFactory",
    "sharedVariables",
    "systemClock",
    "takeSecrets",
    "todayIn",
    "toolsFor",
  ]);
});
