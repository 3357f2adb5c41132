import type { Client, Scene } from "./scene.ts";
import type { Stage } from "./stages.ts";

/** One row of the wall: what a hostile client tries, how each of its calls ends, and what has been done by then. */
export type Attack = {
  name: string;
  /** The revision that it is about; both when left out. */
  era?: Stage["era"];
  client: Client;
  /** Where it can be tried; everywhere when left out. */
  on?: (stage: Stage) => boolean;
  /** Returns how the calls ended, in the words of `endOf`. */
  mount: (scene: Scene) => Promise<string[]>;
  /** What that has to be. */
  ends: string[];
  /** The acts that have to be done by then, on all servers together; none when left out. */
  does?: string[];
  /** The server of the attack's own does not work any more, and is not meant to. */
  spoils?: true;
};

/** Attacks that need more than one client of the same server. */
export const withManyClients = ({ transport }: Stage): boolean => transport !== "stdio";

/** Attacks on a server that is a process. */
export const asProcess = ({ transport }: Stage): boolean => transport !== "memory";

/** Attacks on HTTP sessions. */
export const overHttp = ({ transport }: Stage): boolean => transport === "HTTP";
