import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import type { Bench } from "../../benchmark.ts";
import { launchBareNode, launchMinimal, launchOwn, type OwnName } from "../../programs/ours.ts";
import type { Launch } from "../../programs/stdio-program.ts";
import { warmed } from "./warmed.ts";

export const OWN: readonly { name: OwnName; serves: "calendar" | "recipes" }[] = [
  { name: "caldav-mcp", serves: "calendar" },
  { name: "mealie-mcp", serves: "recipes" },
];
export const MINIMAL = "minimal SDK v2 server";
export const MINIMAL_KEPT = "minimal SDK v2 server, compiled code kept";
export const WHOLE_SDK = "the same with the whole SDK";
export const BARE = "bare Node";

/** The first start of a program of ours in a home, and one after it; both are measured. */
export const firstOf = (name: OwnName): string => `${name}, first start`;
export const laterOf = (name: OwnName): string => `${name}, later start`;

/** How often one that is compared is started, and what it is asked. */
export type Start = {
  name: string;
  /** Asked anew for each run. */
  launch: () => Promise<Launch>;
  asks: readonly ("initialize" | "server/discover" | "tools/list")[];
};

/** Everything that is compared. */
export async function startsOf({ lab, peers, work }: Bench): Promise<Start[]> {
  const sandbox = await lab.calendar("sandbox", 100);
  if (sandbox === undefined) throw new Error("The sandbox is always there.");
  const accounts = { calendar: sandbox.account, recipes: (await lab.recipes()).account };
  const always = (launch: Launch) => () => Promise.resolve(launch);
  const newHome = () => mkdtemp(join(work, "home-"));

  const own = OWN.map(async ({ name, serves }): Promise<Start[]> => {
    const launch = launchOwn(name, accounts[serves]);
    const later = inHome(launch, await newHome());
    await warmed(later);
    return [
      { name: firstOf(name), launch: async () => inHome(launch, await newHome()), asks: EVERYTHING },
      { name: laterOf(name), launch: always(later), asks: EVERYTHING },
    ];
  });
  const minimal = launchMinimal();
  const kept = { ...minimal, env: { ...minimal.env, NODE_COMPILE_CACHE: await newHome() } };
  await warmed(kept);
  return [
    { name: BARE, launch: always(launchBareNode()), asks: ["initialize"] },
    { name: MINIMAL, launch: always(minimal), asks: EVERYTHING },
    { name: MINIMAL_KEPT, launch: always(kept), asks: ["initialize"] },
    { name: WHOLE_SDK, launch: always(launchMinimal("whole-sdk")), asks: ["initialize"] },
    ...(await Promise.all(own)).flat(),
    ...peers.present.map((peer): Start => ({
      name: peer.title,
      launch: always(peer.launch(accounts[peer.serves])),
      asks: ["initialize", "tools/list"],
    })),
  ];
}

const EVERYTHING: Start["asks"] = ["initialize", "server/discover", "tools/list"];

/** The same program in a home of its own, wherever its system looks for one. */
function inHome(launch: Launch, home: string): Launch {
  return { ...launch, env: { ...launch.env, HOME: home, LOCALAPPDATA: home, XDG_CACHE_HOME: home } };
}
