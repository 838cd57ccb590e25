import { setTimeout as sleep } from "node:timers/promises";

/** Loads pages again and again as a visitor who isn't signed in. */
export function watchPages(baseUrl: string, paths: string[]) {
  const seen: { path: string; status: number; tookMs: number; at: number }[] = [];
  let stopped = false;
  const watching = paths.map(async (path) => {
    while (!stopped) {
      const at = Date.now();
      const status = await fetch(`${baseUrl}${path}`, { redirect: "manual", signal: AbortSignal.timeout(20_000) })
        .then(async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        })
        .catch(() => 0);
      seen.push({ path, status, tookMs: Date.now() - at, at });
      await sleep(200);
    }
  });
  return {
    seen,
    async stop() {
      stopped = true;
      await Promise.all(watching);
    },
  };
}
