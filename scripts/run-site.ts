import { endWithNpm } from "./end-with-npm.ts";
import { explainFailure } from "./plain-failures.ts";

/**
 * Runs the site in this process. An expected start failure prints only its message.
 *
 * @param options.prepare runs before the server is loaded
 */
export async function runSite({ dev = false, prepare }: { dev?: boolean; prepare?: () => void } = {}) {
  endWithNpm();
  try {
    prepare?.();
    const { main } = await import("#server/main.ts");
    await main({ dev });
  } catch (error) {
    console.error(explainFailure(error));
    process.exit(1);
  }
}
