import type { QueryClient } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { createSession } from "#web/features/accounts/session.ts";
import { readKeptTickets } from "#web/features/tickets/kept-tickets.ts";
import { markOffline } from "#web/lib/offline.ts";
import { paths } from "#web/lib/paths.ts";
import { readStoredUser } from "#web/lib/session-user.ts";
import type { Site } from "#web/lib/site.ts";
import { Providers } from "../providers.tsx";
import { createRoutes } from "../routes.tsx";
import { apiPath } from "#web/lib/api-path.ts";

/**
 * Without a network the service worker opens every page with the document that it keeps. It contains no page and no
 * user: both come from the device. The app, which opens at the home page, then shows the tickets, if the device has any.
 */
export async function openShell(queryClient: QueryClient, site: Site): Promise<void> {
  markOffline();
  recoverByItself();
  if (location.pathname === paths.home() && readKeptTickets()) history.replaceState(null, "", paths.myTickets());
  const session = createSession(readStoredUser() ?? null);
  const router = createBrowserRouter(createRoutes({ queryClient, session }));
  if (!router.state.initialized) {
    await new Promise<void>((done) => {
      const stop = router.subscribe(({ initialized }) => {
        if (!initialized) return;
        stop();
        done();
      });
    });
  }
  const now = { ...site, renderedAt: new Date().toISOString() };
  createRoot(document.getElementById("root") as HTMLElement).render(
    <Providers queryClient={queryClient} session={session} site={now}>
      <RouterProvider router={router} />
    </Providers>,
  );
}

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
function recoverByItself(): void {
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
