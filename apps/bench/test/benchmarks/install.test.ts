import { expect, it } from "vitest";
import { specsIn } from "../../src/benchmarks/install/tarballs.ts";
import { megabytes } from "../../src/benchmarks/memory/resident.ts";

it("names every package of a lockfile once, also those that lie inside of another", () => {
  const packages = {
    "": {},
    "node_modules/a": { version: "1.0.0" },
    "node_modules/@scope/b": { version: "2.0.0" },
    "node_modules/a/node_modules/@scope/b": { version: "2.1.0" },
    "node_modules/c/node_modules/a": { version: "1.0.0" },
  };
  expect(specsIn({ packages })).toEqual(["a@1.0.0", "@scope/b@2.0.0", "@scope/b@2.1.0"]);
});

it("reads memory out of a status of /proc, and says so where it is not there", () => {
  const status = "Name:\tnode\nVmHWM:\t  204800 kB\nVmRSS:\t   51200 kB\n";
  expect(megabytes(status, "VmHWM")).toBe(200);
  expect(megabytes(status, "VmRSS")).toBe(50);
  expect(megabytes("", "VmRSS")).toBeUndefined();
});
