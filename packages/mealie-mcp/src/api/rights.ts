import type { ApiPath } from "./path.ts";

// Which right Mealie wants for what; the names are those that get_about shows.
const NEEDS: readonly { path: RegExp; sentence: string }[] = [
  {
    path: /^api\/(?:organizers|foods|units)(?:\/|$)/,
    sentence: "It needs the right `can_organize`.",
  },
  {
    path: /^api\/recipes\/[^/]+(?:\/|$)/,
    sentence:
      "A locked recipe can only be changed by the person it belongs to, whatever rights the user has.",
  },
  {
    path: /^api\/comments(?:\/|$)/,
    sentence: "A comment can only be deleted by the person who wrote it, or by one with `admin`.",
  },
  {
    path: /^api\/users\//,
    sentence: "A rating can only be set for the user of this token.",
  },
  {
    path: /^api\/households\//,
    sentence: "It belongs to another household, or needs the right `can_manage_household`.",
  },
];

/** What a refusal with 403 is about, as far as the path tells; get_about says what the user may do. */
export function missingRight(path: ApiPath): string {
  const known = NEEDS.find((need) => need.path.test(path))?.sentence;
  return `Mealie does not allow this to the user of this token. ${known === undefined ? "" : `${known} `}get_about lists what that user may do.`;
}
