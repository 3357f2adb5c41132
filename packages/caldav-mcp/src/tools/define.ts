import { toolsFor } from "server-kit";
import type { CaldavAccount } from "../account.ts";

/** Defines a tool that works on a CalDAV account. */
export const defineTool = toolsFor<CaldavAccount>();
