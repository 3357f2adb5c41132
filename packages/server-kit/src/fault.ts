/** The name of the class, which is ours or the platform's; the message may hold anything. */
export const classOf = (error: unknown): string => {
  const name = error instanceof Error ? error.constructor.name : typeof error;
  return /^[A-Za-z]{1,60}$/.test(name) ? name : "Error";
};

/** What the log says of an error that nobody foresaw: neither its text nor its stack leave the process. */
export const faultLine = (error: unknown, tool: string, server: string): string =>
  `${server}: ${tool} failed inside (${classOf(error)})`;

/** What a caller reads of it. */
export const faultText = (server: string): string =>
  `This failed inside ${server}: the fault is in that program, not in the call. If it was a write, look whether it was made before repeating it.`;

/** What a caller reads when what answers calls could not be loaded; files that an update took away are the likely cause. */
export const notLoadedText = (server: string): string =>
  `Nothing was done: a part of ${server} could not be loaded. If it was updated while it was running, it has to be started anew.`;
