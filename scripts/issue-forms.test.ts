import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

type Part = {
  type: string;
  id?: string;
  attributes: {
    label?: string;
    description?: string;
    value?: string;
    options?: (string | { label: string })[];
  };
  validations?: { required?: boolean };
};
type Form = { name: string; description: string; labels: string[]; body: Part[] };

const folder = fileURLToPath(new URL("../.github/ISSUE_TEMPLATE/", import.meta.url));
const files = readdirSync(folder).filter((file) => file !== "config.yml");
const forms = files.map((file): [string, Form] => [file, parse(readFileSync(folder + file, "utf8"))]);
const TYPES = ["markdown", "input", "textarea", "dropdown", "checkboxes"];

describe("the issue forms", () => {
  it("are there for servers, for authors who use the guard, and for providers", () => {
    expect(files.toSorted()).toEqual(["guard.yml", "provider.yml", "server.yml"]);
  });

  it.each(forms)(
    "%s is one that GitHub shows: every part has its kind, its own id, a label and its options",
    (_, form) => {
      expect(form.name.length * form.description.length).toBeGreaterThan(0);
      expect(form.body.filter(({ type }) => !TYPES.includes(type))).toEqual([]);
      const asked = form.body.filter(({ type }) => type !== "markdown");
      const ids = asked.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).not.toContain(undefined);
      expect(asked.filter(({ attributes }) => (attributes.label ?? "") === "")).toEqual([]);
      const choosing = asked.filter(({ type }) => type === "dropdown" || type === "checkboxes");
      expect(choosing.filter(({ attributes }) => (attributes.options ?? []).length === 0)).toEqual([]);
      expect(
        form.body.filter(({ type, attributes }) => type === "markdown" && attributes.value === undefined),
      ).toEqual([]);
    },
  );

  it.each(["server.yml", "provider.yml"])(
    "%s asks for --check --json, and says what to take out of it first",
    (file) => {
      const form = forms.find(([name]) => name === file)?.[1];
      const check = form?.body.find(({ id }) => id === "check");
      expect(check?.attributes.label).toContain("--check --json");
      expect(check?.attributes.description).toMatch(/holds no password.*example\.org/s);
      expect(check?.validations?.required).toBe(true);
      expect(form?.body[0]?.attributes.value).toMatch(/public.*Paste no password/s);
    },
  );

  it("send whoever found a vulnerability in a guarded tool to the private way", () => {
    for (const file of ["server.yml", "guard.yml"])
      expect(forms.find(([name]) => name === file)?.[1].body[0]?.attributes.value).toContain(
        "Report a vulnerability",
      );
  });
});
