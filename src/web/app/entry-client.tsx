import "#web/ui/styles.css";
import { hydrate } from "@tanstack/react-query";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes } from "react-router";
import { RouterProvider } from "react-router/dom";
import { createSession } from "#web/features/accounts/session.ts";
import { reportBrowserError, watchForErrors } from "#web/lib/report-browser-error.ts";
import { createQueryClient } from "#web/lib/query-client.ts";
import { nonceId, type PageState, stateId } from "./page-state.ts";
import { Providers } from "./providers.tsx";
import { createRoutes } from "./routes.tsx";

const readInline = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? "null");

async function start() {
  const { queries, user, site, failure, isShell } = readInline(stateId) as PageState;
  watchForErrors(site.release);
  // Radix locks scrolling with a style element. Its library reads the nonce from this global.
  Object.assign(window, { __webpack_nonce__: readInline(nonceId) });
  // zod, which loads with the first form, reads its settings from this global. Without this one it tries `new Function`,
  // which the CSP blocks and the browser logs.
  Object.assign(window, { __zod_globalConfig: { jitless: true } });

  const queryClient = createQueryClient();
  hydrate(queryClient, queries);
  if (isShell) return (await import("./offline/open-shell.tsx")).openShell(queryClient, site);
  const session = createSession(user);
  const routes = createRoutes({ queryClient, session });
  const matched = matchRoutes(routes, window.location) ?? [];
  // The matched page's script comes before the router, or the first render would differ from the server's.
  await Promise.all(
    matched.map(async ({ route }) => {
      if (typeof route.lazy === "function") Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
  const router = createBrowserRouter(routes, {
    hydrationData: {
      loaderData: Object.fromEntries(matched.map(({ route }) => [route.id, null])),
      ...(failure
        ? { errors: { [failure.routeId]: { status: failure.status, statusText: "", internal: false, data: null } } }
        : {}),
    },
  });

  startTransition(() => {
    hydrateRoot(
      document.getElementById("root") as HTMLElement,
      <Providers queryClient={queryClient} session={session} site={site}>
        <RouterProvider router={router} />
      </Providers>,
      { onRecoverableError: reportBrowserError },
    );
  });
}

void start();
