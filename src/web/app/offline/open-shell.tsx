import type { QueryClient } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { createRouter, RouterProvider } from "#web/lib/router.ts";
import { createSession } from "#web/features/accounts/session.ts";
import { readKeptTickets } from "#web/features/tickets/kept-tickets.ts";
import { markOffline } from "#web/lib/offline.ts";
import { paths } from "#web/lib/paths.ts";
import { readStoredUser } from "#web/lib/session-user.ts";
import type { Site } from "#web/lib/site.ts";
import { Providers } from "../providers.tsx";
import { createRoutes } from "../routes.tsx";
import { recoverByItself } from "./recover.ts";

/**
 * Without a network the service worker opens every page with the document that it keeps. It contains no page and no
 * user: both come from the device. The app, which opens at the home page, then shows the tickets, if the device has any.
 */
export async function openShell(queryClient: QueryClient, site: Site): Promise<void> {
  markOffline();
  recoverByItself();
  if (location.pathname === paths.home() && readKeptTickets()) history.replaceState(null, "", paths.myTickets());
  const session = createSession(readStoredUser() ?? null);
  const router = createRouter(createRoutes({ queryClient, session }));
  if (!router.state.isReady) {
    await new Promise<void>((done) => {
      const stop = router.subscribe(({ isReady }) => {
        if (!isReady) return;
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
