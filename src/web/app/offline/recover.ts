import { apiPath } from "#web/lib/paths.ts";

/** How often the page checks whether it may look for the server: its reader may have just closed a dialog. */
const checkMs = 1000;
const firstPauseMs = 1000;
const maxPauseMs = 10_000;
/** The least time between two reloads: a server that answers quickly but renders slowly would be asked forever. */
const reloadPauseMs = 60_000;
const reloadedKey = "sg:recovered-at";

/** What a reload would take from its reader: a code that is held to a scanner, a dialog, or a text half written. */
const isBusy = () => document.querySelector("[role=dialog], input:focus, textarea:focus") !== null;

/**
 * A page that was opened from the device comes from the server by itself once that answers again. It asks after 2, 4 and
 * 8 seconds, then every ten. It also asks at once, and soon again, when the browser says that there is a network or the
 * page is looked at again: the first requests of a new network often fail.
 *
 * @param reload what it does once the server answers
 * @returns stops it
 */
export function recoverByItself(reload = () => location.reload()): () => void {
  let failures = 1;
  let pollAt = Date.now() + pauseAfter(failures);
  /** The poll under way. A newer one takes its place: it may hang on the network before. */
  let current: object | undefined;

  async function poll() {
    const now = Date.now();
    if (current || now < pollAt || document.hidden || isBusy()) return;
    if (now - Number(sessionStorage.getItem(reloadedKey)) < reloadPauseMs) return;
    const mine = (current = {});
    const isBack = await askServer();
    if (current !== mine) return;
    current = undefined;
    if (!isBack) {
      failures += 1;
      pollAt = Date.now() + pauseAfter(failures);
    } else if (!isBusy()) {
      sessionStorage.setItem(reloadedKey, String(Date.now()));
      reload();
    }
  }
  function pollNow() {
    failures = 0;
    pollAt = 0;
    current = undefined;
    void poll();
  }
  function onOnline() {
    // Another network is worth another reload.
    sessionStorage.removeItem(reloadedKey);
    pollNow();
  }
  window.addEventListener("online", onOnline);
  document.addEventListener("visibilitychange", pollNow);
  const checks = setInterval(() => void poll(), checkMs);
  return () => {
    window.removeEventListener("online", onOnline);
    document.removeEventListener("visibilitychange", pollNow);
    clearInterval(checks);
  };
}

const pauseAfter = (failures: number) => Math.min(maxPauseMs, firstPauseMs * 2 ** failures);

async function askServer(): Promise<boolean> {
  try {
    const { ok } = await fetch(apiPath("GET /api/site"), { cache: "no-store", signal: AbortSignal.timeout(4000) });
    return ok;
  } catch {
    return false;
  }
}
