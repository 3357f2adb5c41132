export type Registry = {
  /** Ends with a slash. */
  url: string;
  /** The paths of what it did not have, in the order of the requests. */
  sentOn: string[];
  stop: () => Promise<void>;
};

export function startRegistry(folder: string, options?: { upstream?: string }): Promise<Registry>;
