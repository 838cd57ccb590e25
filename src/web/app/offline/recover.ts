import { apiPath } from "#web/lib/api-path.ts";

const pollMs = 10_000;
/** The least time between two reloads: a server that answers quickly but renders slowly would be asked forever. */
const reloadPauseMs = 60_000;
const reloadedKey = "sg:recovered-at";

/** What a reload would take from its reader: a code that is held to a scanner, a dialog, or a text half written. */
const isBusy = () => document.querySelector("[role=dialog], input:focus, textarea:focus") !== null;

/**
 * A page that was opened from the device comes from the server by itself once that answers again: the browser says that
 * there is a network, or a look every few seconds finds the server back.
 */
export function recoverByItself(): void {
  let isPolling = false;
  async function poll() {
    if (isPolling || document.hidden || !navigator.onLine || isBusy()) return;
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey)) < reloadPauseMs) return;
    isPolling = true;
    try {
      const { ok } = await fetch(apiPath("GET /api/site"), { cache: "no-store", signal: AbortSignal.timeout(4000) });
      if (!ok || isBusy()) return;
      sessionStorage.setItem(reloadedKey, String(Date.now()));
      location.reload();
    } catch {
      // Still away.
    } finally {
      isPolling = false;
    }
  }
  window.addEventListener("online", () => void poll());
  document.addEventListener("visibilitychange", () => void poll());
  setInterval(() => void poll(), pollMs);
}
