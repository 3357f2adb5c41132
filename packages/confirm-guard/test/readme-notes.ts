export type Note = { version: string; lines: number };

/** The store behind the README's example. */
export type Notes = {
  read(id: string): Promise<Note>;
  delete(id: string, condition: { ifVersion: string }): Promise<void>;
};
