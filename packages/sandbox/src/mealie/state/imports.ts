/** Whether an AI provider is set up, so that pictures can be read. */
export type ImportState = { aiEnabled: boolean };

export const noImports = (): ImportState => ({ aiEnabled: false });
