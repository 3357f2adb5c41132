import { ConfigError, type Environment } from "server-kit";
import { describe, expect, it } from "vitest";
import { readConfig, setUpText, VARIABLES } from "../src/config.ts";

const ACCOUNT = {
  CALDAV_URL: "https://dav.example.org/",
  CALDAV_USERNAME: "ada",
  CALDAV_PASSWORD: "not-a-real-one",
};

const refusal = (env: Environment): string => {
  try {
    readConfig({ ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "accepted";
};

describe("the settings", () => {
  it("read an account and take the credentials out of the environment", () => {
    const env: Environment = { ...ACCOUNT, PATH: "/bin" };
    const config = readConfig(env);
    expect(config.account).toEqual({
      url: new URL("https://dav.example.org/"),
      credentials: { kind: "basic", username: "ada", password: "not-a-real-one" },
    });
    expect(env).toEqual({ CALDAV_URL: "https://dav.example.org/", PATH: "/bin" });
  });

  it("take the credentials out of the environment before another setting fails", () => {
    const env: Environment = { ...ACCOUNT, CALDAV_MAX_EVENTS: "many" };
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(Object.keys(env)).not.toContain("CALDAV_PASSWORD");
  });

  it("have defaults", () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      account: undefined,
      calendars: undefined,
      timezone: "UTC",
      maxEvents: 100,
      readOnly: false,
      insecureTls: false,
      allowedHosts: [],
    });
  });

  it.each([
    [["CALDAV_URL", "CALDAV_USERNAME", "CALDAV_PASSWORD"], {}],
    [["CALDAV_URL"], { CALDAV_TOKEN: "abc" }],
    [["CALDAV_PASSWORD"], { CALDAV_URL: ACCOUNT.CALDAV_URL, CALDAV_USERNAME: "ada" }],
  ])("name what is missing for an account: %j", (missing, env) => {
    const config = readConfig({ ...env });
    expect(config.account).toBeUndefined();
    expect(config.missing).toEqual(missing);
    for (const name of missing) expect(setUpText(config)).toContain(name);
  });

  it("allow the hosts that iCloud spreads accounts over, and only for iCloud (F10)", () => {
    const icloud = readConfig({ ...ACCOUNT, CALDAV_URL: "https://caldav.icloud.com/" });
    expect(icloud.allowedHosts).toEqual([{ kind: "one-level", suffix: ".icloud.com" }]);
    expect(readConfig({ ...ACCOUNT }).allowedHosts).toEqual([]);
  });

  it.each<[string, Environment]>([
    ["CALDAV_URL", { CALDAV_URL: "dav.example.org" }],
    ["CALDAV_URL", { CALDAV_URL: "ftp://dav.example.org" }],
    ["CALDAV_URL", { CALDAV_URL: "https://ada:not-a-real-one@dav.example.org/" }],
    ["CALDAV_URL", { CALDAV_URL: "https://dav.example.org/?a=b" }],
    ["CALDAV_ALLOW_PLAINTEXT", { CALDAV_URL: "http://dav.example.org/" }],
    ["CALDAV_ALLOW_PLAINTEXT", { CALDAV_ALLOW_PLAINTEXT: "yes" }],
    ["CALDAV_INSECURE_TLS", { CALDAV_INSECURE_TLS: "1" }],
    ["CALDAV_TOKEN", { ...ACCOUNT, CALDAV_TOKEN: "not-a-real-one" }],
    ["CALDAV_TOKEN", { CALDAV_URL: ACCOUNT.CALDAV_URL, CALDAV_TOKEN: "not-a-real-one with a space" }],
    ["CALDAV_USERNAME", { ...ACCOUNT, CALDAV_USERNAME: "ada:grace" }],
    ["CALDAV_PASSWORD", { ...ACCOUNT, CALDAV_PASSWORD: "not-a-real-one\n" }],
    ["CALDAV_PASSWORD_FILE", { CALDAV_PASSWORD: "not-a-real-one", CALDAV_PASSWORD_FILE: "/nowhere" }],
    ["CALDAV_PASSWORD_FILE", { CALDAV_PASSWORD_FILE: "/nowhere/at/all" }],
    ["CALDAV_CALENDARS", { CALDAV_CALENDARS: " , " }],
    ["CALDAV_TIMEZONE", { CALDAV_TIMEZONE: "Mars/Olympus" }],
    ["CALDAV_TIMEZONE", { CALDAV_TIMEZONE: "+02:00" }],
    ["CALDAV_USER_EMAIL", { CALDAV_USER_EMAIL: "ada" }],
    ["CALDAV_MAX_EVENTS", { CALDAV_MAX_EVENTS: "0" }],
    ["CALDAV_MAX_EVENTS", { CALDAV_MAX_EVENTS: "501" }],
    ["CALDAV_MAX_EVENTS", { CALDAV_MAX_EVENTS: "1e2" }],
    ["CALDAV_READ_ONLY", { CALDAV_READ_ONLY: "on" }],
    ["CALDAV_ALLOW_HOSTS", { CALDAV_ALLOW_HOSTS: "https://dav.example.org" }],
    ["CALDAV_ALLOW_HOSTS", { CALDAV_ALLOW_HOSTS: "*" }],
  ])("are refused in one line that names %s and repeats no value", (variable, env) => {
    const message = refusal(env);
    expect(message).toContain(variable);
    expect(message).not.toContain("\n");
    expect(message).not.toContain("not-a-real-one");
  });

  it("are all described for --help", () => {
    const described = VARIABLES.map(({ name }) => name);
    expect(new Set(described).size).toBe(described.length);
    for (const name of [...Object.keys(ACCOUNT), "CALDAV_TOKEN", "CALDAV_ALLOW_HOSTS", "ELICITATION"]) {
      expect(described).toContain(name);
    }
  });
});
