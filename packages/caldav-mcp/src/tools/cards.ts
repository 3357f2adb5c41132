import type { ToolCard } from "server-kit";
import written from "./cards.json" with { type: "json" };

/**
 * The cards of the tools in `index.ts`, in their order. The file is written from the tools by the contract test
 * (`vitest -u`), which fails when the two differ.
 */
export const CARDS: readonly ToolCard[] = written;
