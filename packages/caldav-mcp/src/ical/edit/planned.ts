import { CaldavError, refused } from "../../errors.ts";
import { type CalendarDocument, readDocument } from "../document.ts";

/**
 * Reads what is about to be written, which must stay readable: nothing could change or delete it any more otherwise.
 *
 * @throws CaldavError `unsupported`
 */
export function readPlanned(text: string): CalendarDocument {
  try {
    return readDocument(text);
  } catch (error) {
    if (!(error instanceof CaldavError)) throw error;
    throw refused("unsupported", "With this change the entry could not be read any more.");
  }
}
