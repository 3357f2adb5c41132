import { randomUUID } from "node:crypto";
import { scriptedPerson, textOf } from "confirm-guard/testing";
import { SECRET_WORDS } from "confirm-guard";
import { startStandIn } from "sandbox";
import { describe, expect, it, onTestFinished } from "vitest";
import { pantry } from "../pantry.ts";
import { againstBothVersions, NOW, openDesk } from "../stand-in.ts";

const AT = "2026-11-01T08:00:00.000Z";

againstBothVersions((version) => {
  async function openSoup(script: Parameters<typeof scriptedPerson>[0] = [], timezone = "UTC") {
    const person = scriptedPerson(script);
    const settings = { MEALIE_TIMEZONE: timezone };
    const desk = await openDesk({ version, settings, connect: { era: "2025", person } });
    const soup = pantry(desk.mealie.state).recipe("Zyzzyva soup", { slug: "zyzzyva" });
    return { ...desk, person, soup, state: desk.mealie.state };
  }

  describe("create_share_token", () => {
    it("lasts 30 days unless a day is given, and sends the very day that it shows", async () => {
      const { connection, person, soup, state, mealie } = await openSoup(["yes"]);
      const result = await connection.callTool("create_share_token", { recipe: "zyzzyva" });
      const [share] = state.shares;
      expect(share).toMatchObject({ recipeId: soup.id, expiresAt: "2026-12-30T23:59:59.000Z" });
      expect(person.questions[0]?.message).toContain("Works until: Wed 30 Dec 2026, 23:59 (UTC)");
      expect(result.structuredContent).toMatchObject({
        created: true,
        id: share?.id,
        recipe_id: soup.id,
        expires_on: "2026-12-30",
        untrusted_text: { link: `${mealie.url}g/home/shared/r/${share?.id}` },
      });
    });

    it("reads the day in the configured zone", async () => {
      const { connection, person, state } = await openSoup(["yes"], "America/Los_Angeles");
      const args = { recipe: "zyzzyva", expires_at: "2026-12-24" };
      const { structuredContent } = await connection.callTool("create_share_token", args);
      expect(state.shares[0]?.expiresAt).toBe("2026-12-25T07:59:59.000Z");
      expect(person.questions[0]?.message).toContain("Thu 24 Dec 2026, 23:59 (America/Los_Angeles)");
      expect(structuredContent).toMatchObject({ expires_on: "2026-12-24" });
    });

    it("says what a link means, with no name and no word that clients refuse", async () => {
      const { connection, person } = await openSoup(["no"]);
      await connection.callTool("create_share_token", { recipe: "zyzzyva" });
      const message = person.questions[0]?.message ?? "";
      expect(message).toMatch(/without an account/);
      expect(message).toMatch(/Nobody notices/);
      expect(message).toMatch(/also after its last day/);
      expect(message).not.toMatch(SECRET_WORDS);
      expect(message).not.toMatch(/zyzzyva/i);
    });

    it.each(["2026-11-29", "2020-01-01", "2026-11-30T11:59:59Z"])(
      "refuses %s, which is over, before anybody is asked (M14)",
      async (day) => {
        const { connection, person, writes } = await openSoup();
        const result = await connection.callTool("create_share_token", {
          recipe: "zyzzyva",
          expires_at: day,
        });
        expect(textOf(result)).toMatch(/over.*nothing was changed/i);
        expect([person.questions, writes()]).toEqual([[], []]);
      },
    );

    it("shares today until its end", async () => {
      const { connection, state } = await openSoup(["yes"]);
      await connection.callTool("create_share_token", { recipe: "zyzzyva", expires_at: "2026-11-30" });
      expect(state.shares[0]?.expiresAt).toBe("2026-11-30T23:59:59.000Z");
    });

    it("asks again when somebody else has shared the recipe meanwhile", async () => {
      const desk: Awaited<ReturnType<typeof openSoup>> = await openSoup([
        {
          answer: ({ choices }) => {
            desk.state.shares.push({
              id: randomUUID(),
              recipeId: desk.soup.id,
              expiresAt: AT,
              createdAt: AT,
            });
            return { action: "accept", content: { decision: choices.at(-1) } };
          },
        },
        "no",
      ]);
      await desk.connection.callTool("create_share_token", { recipe: "zyzzyva" });
      expect(desk.person.questions).toHaveLength(2);
      expect(desk.writes()).toEqual([]);
    });
  });

  describe("delete_share_token", () => {
    it("deletes the link after a yes, and says that it cannot be issued again", async () => {
      const { connection, person, soup, state } = await openSoup(["yes"]);
      const id = randomUUID();
      state.shares.push({ id, recipeId: soup.id, expiresAt: AT, createdAt: AT });
      const result = await connection.callTool("delete_share_token", { token_id: id });
      expect(result.structuredContent).toEqual({ deleted: true, id, recipe_id: soup.id });
      expect(state.shares).toEqual([]);
      const message = person.questions[0]?.message ?? "";
      expect(message).toMatch(/cannot be issued again.*cannot tell who holds it/);
      expect(message).not.toMatch(SECRET_WORDS);
    });

    it("refuses one that does not exist before anybody is asked", async () => {
      const { connection, person, writes } = await openSoup();
      const result = await connection.callTool("delete_share_token", { token_id: randomUUID() });
      expect(textOf(result)).toMatch(/no share link.*nothing was changed/i);
      expect([person.questions, writes()]).toEqual([[], []]);
    });
  });
});

describe("the page behind a link that has expired", () => {
  it.each([
    { version: "2.0", opens: true, evidence: "which is why a past day is refused (M14)" },
    { version: "3.23", opens: false, evidence: "which is an assumption" },
  ] as const)("opens on $version: $opens, $evidence", async ({ version, opens }) => {
    const mealie = await startStandIn({ version, clock: () => NOW });
    onTestFinished(() => mealie.close());
    const soup = pantry(mealie.state).recipe("Soup");
    const id = randomUUID();
    mealie.state.shares.push({ id, recipeId: soup.id, expiresAt: AT, createdAt: AT });
    const { ok } = await fetch(`${mealie.url}api/recipes/shared/${id}`);
    expect(ok).toBe(opens);
  });
});
