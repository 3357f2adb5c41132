export const root: string;
export function nameOf(folder: string): string;
export function shell(command: string, args: readonly string[], cwd: string): string;
export function pack(folder: string, names: readonly string[]): string[];
