import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import type { Environment } from "../src/environment.ts";
import { ConfigError } from "../src/errors.ts";
import { takeSecrets } from "../src/secrets.ts";

const NAMES = ["APP_USER", "APP_PASSWORD"] as const;

const fileWith = (text: string | Uint8Array): string => {
  const path = join(mkdtempSync(join(tmpdir(), "secrets-")), "secret");
  writeFileSync(path, text);
  return path;
};

describe("secrets", () => {
  it("come from their variable, and leave the environment", () => {
    const env: Environment = { APP_USER: "ada", APP_PASSWORD: "hunter2", OTHER: "1" };
    const secrets = takeSecrets(env, NAMES);
    expect([...secrets]).toEqual([
      ["APP_USER", "ada"],
      ["APP_PASSWORD", "hunter2"],
    ]);
    expect(env).toEqual({ OTHER: "1" });
  });

  it.each([
    ["hunter2\n", "hunter2"],
    ["hunter2\r\n", "hunter2"],
    ["hunter2", "hunter2"],
    [" two words \n\n", " two words \n"],
    ["pässword\n", "pässword"],
    ["\uFEFFhunter2\n", "hunter2"],
  ])("come from a file that holds %o without its final line break", (text, expected) => {
    const env: Environment = { APP_PASSWORD_FILE: fileWith(text) };
    expect(takeSecrets(env, NAMES).get("APP_PASSWORD")).toBe(expected);
    expect(env).toEqual({});
  });

  it("are missing when neither is set, or when both are empty", () => {
    expect(takeSecrets({}, NAMES).size).toBe(0);
    expect(takeSecrets({ APP_PASSWORD: "", APP_PASSWORD_FILE: "" }, NAMES).size).toBe(0);
  });

  it.each([
    ["both forms are set", { APP_PASSWORD: "hunter2", APP_PASSWORD_FILE: "/hunter2" }, "both set"],
    ["the file is not there", { APP_PASSWORD_FILE: "/nowhere/hunter2" }, "there is no such file.$"],
    [
      "the file is not there and begins in the home of a shell",
      { APP_PASSWORD_FILE: "~/hunter2" },
      "there is no such file. It has to be an absolute path: ~ and .HOME are not replaced here.$",
    ],
    ["the file is a folder", { APP_PASSWORD_FILE: tmpdir() }, "that is a folder"],
    [
      "the file is too large",
      { APP_PASSWORD_FILE: fileWith("hunter2".repeat(10_000)) },
      "that one is larger",
    ],
    [
      "the file is not UTF-8",
      { APP_PASSWORD_FILE: fileWith(Buffer.from("hunter2\xfc", "latin1")) },
      "that one is not UTF-8",
    ],
    ["the variable is not UTF-8", { APP_PASSWORD: "hunter2\uFFFD" }, "must be text in UTF-8"],
    ["the file is empty", { APP_PASSWORD_FILE: fileWith("\n") }, "empty file"],
  ])("are all gone from the environment also when %s", (_, given, reason) => {
    const env: Environment = { ...given, APP_USER: "ada" };
    const take = () => takeSecrets(env, ["APP_PASSWORD", "APP_USER"]);
    expect(take).toThrow(ConfigError);
    expect(env).toEqual({});
    const again: Environment = { ...given };
    expect(() => takeSecrets(again, NAMES)).toThrow(new RegExp(`^APP_PASSWORD.*${reason}`));
    expect(() => takeSecrets({ ...given }, NAMES)).not.toThrow(/hunter2/);
  });
});
