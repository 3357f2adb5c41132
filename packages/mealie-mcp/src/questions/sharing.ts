import { factDate, factHost, factId, type Question } from "confirm-guard";

type Sharing = {
  recipeId: string;
  /** The very instant that is sent, in UTC. */
  expiresAt: string;
  zone: string;
  /** How many share links the recipe has already. */
  links: number;
  host: string;
};

export function sharingQuestion({ recipeId, expiresAt, zone, links, host }: Sharing): Question {
  return {
    action: "make a share link for a recipe",
    consequence: [
      "Anyone who has the link can read the recipe without an account, and can hand it on.",
      "Nobody notices anything until it is used, and this program cannot tell who uses it.",
      "Older versions of Mealie open a link also after its last day; deleting it is what ends it for certain.",
    ].join(" "),
    facts: {
      Recipe: factId(recipeId),
      "Works until": factDate({ instant: expiresAt, zone }),
      "Share links so far": links,
      Account: factHost(host),
    },
    yes: "Yes, share it",
    no: "No, do not share it",
  };
}

type Unsharing = {
  id: string;
  recipeId: string;
  expiresAt: string | undefined;
  zone: string;
  host: string;
};

export function unsharingQuestion({ id, recipeId, expiresAt, zone, host }: Unsharing): Question {
  return {
    action: "delete a share link of a recipe",
    consequence: [
      "Whoever has the link finds nothing behind it any more.",
      "The same link cannot be issued again, and this program cannot tell who holds it.",
    ].join(" "),
    facts: {
      "Share link": factId(id),
      Recipe: factId(recipeId),
      ...(expiresAt === undefined ? {} : { "Works until": factDate({ instant: expiresAt, zone }) }),
      Account: factHost(host),
    },
    yes: "Yes, delete the link",
    no: "No, keep the link",
  };
}
