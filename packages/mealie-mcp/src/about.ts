import { z } from "zod";
import type { ApiCall, MealieApi } from "./api/client.ts";
import { readRecord } from "./api/page.ts";
import { apiPath } from "./api/path.ts";
import { isUuid, text } from "./api/shapes.ts";

/** What the instance says of itself. */
export type About = {
  /** As it stands there: `v3.23.1`, or `nightly`. */
  version: string | undefined;
  demo: boolean;
};

/** What Mealie lets a user do, under the names that `get_about`, `--check` and refusals use. */
export type Rights = {
  admin: boolean;
  can_invite: boolean;
  can_manage_group: boolean;
  can_manage_household: boolean;
  can_organize: boolean;
};

/** The user of the token, reduced to what is needed: the answer may hold every token that the user has. */
export type Self = {
  id: string | undefined;
  groupSlug: string | undefined;
  householdSlug: string | undefined;
  rights: Rights;
};

/** A right that is not told is none. */
const flag = z.boolean().catch(false);

const aboutShape = z.object({ version: z.string(), demoStatus: flag });
const selfShape = z.object({
  id: z.string(),
  groupSlug: text,
  householdSlug: text,
  admin: flag,
  canInvite: flag,
  canManage: flag,
  canManageHousehold: flag,
  canOrganize: flag,
});

/** @throws MealieError (`not-mealie`) when what answers is another program */
export async function readAbout(api: MealieApi, call: ApiCall): Promise<About> {
  const { version, demoStatus } = readRecord(await api.get(apiPath("app", "about"), {}, call), aboutShape);
  return { version: isVersion(version) ? version : undefined, demo: demoStatus };
}

/** @throws MealieError */
export async function readSelf(api: MealieApi, call: ApiCall): Promise<Self> {
  const self = readRecord(await api.get(apiPath("users", "self"), {}, call), selfShape);
  return {
    id: isUuid(self.id) ? self.id : undefined,
    groupSlug: isSlug(self.groupSlug) ? self.groupSlug : undefined,
    householdSlug: isSlug(self.householdSlug) ? self.householdSlug : undefined,
    rights: {
      admin: self.admin,
      can_invite: self.canInvite,
      can_manage_group: self.canManage,
      can_manage_household: self.canManageHousehold,
      can_organize: self.canOrganize,
    },
  };
}

/** A number as releases have it: words with points between them would be shown as ours. */
const VERSION =
  /^(?:v?\d{1,4}(?:\.\d{1,6}){1,3}(?:[-+.]?(?:alpha|beta|rc|dev)[-.]?\d{0,8})?|nightly|develop)$/;

function isVersion(version: string | undefined): boolean {
  return version !== undefined && VERSION.test(version);
}

function isSlug(slug: string | undefined): boolean {
  return slug !== undefined && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) && slug.length <= 255;
}
