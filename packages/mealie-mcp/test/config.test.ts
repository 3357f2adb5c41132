import { ConfigError, type Environment } from "server-kit";
import { describe, expect, it } from "vitest";
import { readConfig, setUpText, VARIABLES } from "../src/config.ts";

const ACCOUNT = { MEALIE_URL: "https://mealie.example.org/", MEALIE_API_TOKEN: "not-a-real-one" };

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
  it("read an account and take the token out of the environment", () => {
    const env: Environment = { ...ACCOUNT, PATH: "/bin" };
    expect(readConfig(env).account).toEqual({
      url: new URL("https://mealie.example.org/"),
      token: "not-a-real-one",
    });
    expect(env).toEqual({ MEALIE_URL: "https://mealie.example.org/", PATH: "/bin" });
  });

  it("take the token out of the environment before another setting fails", () => {
    const env: Environment = { ...ACCOUNT, MEALIE_TIMEZONE: "Nowhere" };
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(Object.keys(env)).not.toContain("MEALIE_API_TOKEN");
  });

  it("have defaults", () => {
    expect(readConfig({})).toMatchObject({
      account: undefined,
      timezone: "UTC",
      acceptLanguage: undefined,
      readOnly: false,
      insecureTls: false,
      allow: undefined,
      deny: undefined,
      elicitation: true,
    });
  });

  it.each([
    [["MEALIE_URL", "MEALIE_API_TOKEN"], {}],
    [["MEALIE_URL"], { MEALIE_API_TOKEN: "abc" }],
    [["MEALIE_API_TOKEN"], { MEALIE_URL: ACCOUNT.MEALIE_URL }],
  ])("name what is missing for an account: %j", (missing, env) => {
    const config = readConfig({ ...env });
    expect(config.account).toBeUndefined();
    expect(config.missing).toEqual(missing);
    for (const name of missing) expect(setUpText(config)).toContain(name);
  });

  it("take one language as Mealie's own words are to be in", () => {
    for (const language of ["de", "en-GB", "zh-Hant-TW"])
      expect(readConfig({ MEALIE_ACCEPT_LANGUAGE: language }).acceptLanguage).toBe(language);
  });

  it.each<[string, Environment]>([
    ["MEALIE_URL", { MEALIE_URL: "mealie.example.org" }],
    ["MEALIE_URL", { MEALIE_URL: "ftp://mealie.example.org" }],
    ["MEALIE_URL", { MEALIE_URL: "https://ada:not-a-real-one@mealie.example.org/" }],
    ["MEALIE_ALLOW_PLAINTEXT", { MEALIE_URL: "http://mealie.example.org/" }],
    ["MEALIE_ALLOW_PLAINTEXT", { MEALIE_ALLOW_PLAINTEXT: "yes" }],
    ["MEALIE_INSECURE_TLS", { MEALIE_INSECURE_TLS: "1" }],
    ["MEALIE_API_TOKEN", { MEALIE_URL: ACCOUNT.MEALIE_URL, MEALIE_API_TOKEN: "not-a-real-one with a space" }],
    ["MEALIE_API_TOKEN_FILE", { MEALIE_API_TOKEN: "not-a-real-one", MEALIE_API_TOKEN_FILE: "/nowhere" }],
    ["MEALIE_API_TOKEN_FILE", { MEALIE_API_TOKEN_FILE: "/nowhere/at/all" }],
    ["MEALIE_TIMEZONE", { MEALIE_TIMEZONE: "Mars/Olympus" }],
    ["MEALIE_ACCEPT_LANGUAGE", { MEALIE_ACCEPT_LANGUAGE: "de, en;q=0.5" }],
    ["MEALIE_ACCEPT_LANGUAGE", { MEALIE_ACCEPT_LANGUAGE: "de\r\nX-Other: 1" }],
    ["MEALIE_READ_ONLY", { MEALIE_READ_ONLY: "on" }],
  ])("are refused in one line that names %s and repeats no value", (variable, env) => {
    const message = refusal(env);
    expect(message).toContain(variable);
    expect(message).not.toContain("\n");
    expect(message).not.toContain("not-a-real-one");
  });

  it("are all described for --help", () => {
    const described = VARIABLES.map(({ name }) => name);
    expect(new Set(described).size).toBe(described.length);
    for (const name of [...Object.keys(ACCOUNT), "MEALIE_ACCEPT_LANGUAGE", "MEALIE_TIMEZONE", "ELICITATION"])
      expect(described).toContain(name);
  });
});
