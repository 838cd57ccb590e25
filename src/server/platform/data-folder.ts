import { accessSync, constants, mkdirSync } from "node:fs";
import { StartFailure } from "./app-error.ts";

/**
 * Creates a folder for the site's data if needed, and its parents.
 *
 * @throws StartFailure if it can't be created, or the site can't write there
 */
export function openDataFolder(path: string, mode?: number): void {
  try {
    // Recursive also because another server that creates the folder at the same moment is not an error.
    mkdirSync(path, { recursive: true, mode });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartFailure(
      `The site can't write to the data folder ${path} (${code}). Start the site as the folder's owner, or set DATA_DIR to another folder.`,
    );
  }
}
