import { ok } from "../reply.ts";
import type { MealieRoute } from "../route.ts";
import type { MealieState, MealieUser } from "../state.ts";
import { type MealieVersion, VERSION_NAME } from "../version.ts";

export const aboutRoutes: readonly MealieRoute[] = [
  {
    method: "GET",
    pattern: "/api/app/about",
    open: true,
    answer: ({ version, state }) =>
      ok({
        production: true,
        version: VERSION_NAME[version],
        demoStatus: false,
        allowSignup: false,
        defaultGroupSlug: state.group.slug,
        defaultHouseholdSlug: state.household.slug,
        enableOidc: false,
        oidcRedirect: false,
        oidcProviderName: "OAuth",
        ...(version === "2.0"
          ? { enableOpenai: false, enableOpenaiImageServices: false }
          : { allowPasswordLogin: true, tokenTime: 48, allowedIframeHosts: [] }),
      }),
  },
  {
    method: "GET",
    pattern: "/api/users/self",
    answer: ({ version, state, user }) => ok(user === undefined ? null : selfOf(user, state, version)),
  },
];

function selfOf(user: MealieUser, state: MealieState, version: MealieVersion): Record<string, unknown> {
  const { token, ...shown } = user;
  const named = { name: "stand-in", id: 1, createdAt: "2026-01-01T00:00:00Z" };
  return {
    ...shown,
    authMethod: "Mealie",
    group: state.group.name,
    household: state.household.name,
    advanced: false,
    groupId: state.group.id,
    groupSlug: state.group.slug,
    householdId: state.household.id,
    householdSlug: state.household.slug,
    // Older ones show the tokens themselves to whoever holds one of them.
    tokens: [version === "2.0" ? { ...named, token } : named],
    cacheKey: "1234",
    ...(version === "2.0" ? {} : { showAnnouncements: true, lastReadAnnouncement: null }),
  };
}
