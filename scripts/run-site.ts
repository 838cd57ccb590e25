import { setFlagsFromString } from "node:v8";
import { endWithNpm } from "./end-with-npm.ts";
import { explainFailure } from "./plain-failures.ts";

/**
 * Runs the site in this process. An expected start failure prints only its message.
 *
 * @param options.prepare runs before the server is loaded
 */
export async function runSite({ dev = false, prepare }: { dev?: boolean; prepare?: () => void } = {}) {
  endWithNpm();
  // The heap grows by a third before it is collected, not by up to four times: what lives is 90 MB, and stays so for weeks.
  setFlagsFromString("--heap-growing-percent=30");
  try {
    prepare?.();
    const { main } = await import("#server/main.ts");
    await main({ dev });
  } catch (error) {
    console.error(explainFailure(error));
    process.exit(1);
  }
}
