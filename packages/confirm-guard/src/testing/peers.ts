import { KitError } from "./errors.ts";

/** Loads an optional peer dependency at the moment a connection needs it, so that no user has to install both SDKs. */
export async function peer<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new KitError(
      "peer-missing",
      `This connection needs the package ${name}, which could not be loaded.`,
      { cause },
    );
  }
}
