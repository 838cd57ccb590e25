import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Whether a script was run directly, not imported by another. */
export const isCalled = (moduleUrl: string) => process.argv[1] === fileURLToPath(moduleUrl);
