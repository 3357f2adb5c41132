/** What `spawn` takes to start a program on this platform. */
export function command(
  program: string,
  args: readonly string[],
  platform?: string,
): { file: string; args: readonly string[]; shell: boolean };
