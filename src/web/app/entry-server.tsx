import type { SiteSettings } from "#contract/settings/settings.ts";
import { dehydrate } from "@tanstack/react-query";
import {
  createStaticRouter,
  isRouteFailure,
  loadPage,
  type Location,
  matchPage,
  RouterProvider,
} from "#web/lib/router.ts";
import { findVerdict } from "#web/features/accounts/guard.tsx";
import { createSession } from "#web/features/accounts/session.ts";
import { apiPath } from "#web/lib/paths.ts";
import { CallError } from "#web/lib/call.ts";
import { infoParameter, isInfoName } from "#web/lib/info-sheets.ts";
import { createQueryClient } from "#web/lib/query-client.ts";
import { unwrapUser } from "#web/lib/session-user.ts";
import type { Site } from "#web/lib/site.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { documentHtml, renderToText } from "./document.ts";
import type { PageState } from "./page-state.ts";
import { Providers } from "./providers.tsx";
import type { RenderReply, RenderRequest } from "./render-types.ts";
import { createRoutes, type RouteHandle } from "./routes.tsx";

export { headScript } from "./document.ts";

/** What a page shows of the brand while its settings can't be read. */
const noSettings: SiteSettings = {
  contactEmail: null,
  links: [],
  info: [],
  isLive: false,
  paymentMethods: [],
  timeZone: "America/New_York",
};

/** Renders the full HTML of one URL: first its queries, then React in one pass, then the document around it. */
export async function render(request: RenderRequest): Promise<RenderReply> {
  const { url, fetchJson, hasSession, assets, noncePlaceholder, reportError, ...served } = request;
  const queryClient = createQueryClient(async (path) => {
    const { status, body } = await fetchJson(path);
    if (status >= 200 && status < 300) return body;
    throw new CallError(status, JSON.stringify(body));
  });
  const me = hasSession ? await fetchJson(apiPath("GET /api/me")) : undefined;
  const session = createSession((me?.status === 200 && unwrapUser(me.body)) || null);

  const tree = createRoutes({ queryClient, session });
  const { pathname, search } = new URL(url.replace(/^\/+/, "/"), served.baseUrl);
  const location: Location = { pathname, search, hash: "", state: null, key: "default" };
  const match = matchPage(tree, pathname);
  const { redirect, failure } = await loadPage(match, location);
  if (redirect) return { status: redirect.status, redirect: redirect.to, html: "", private: hasSession };

  const router = createStaticRouter(tree, {
    location,
    match,
    failure,
    coming: undefined,
    visit: 0,
    isReady: true,
    preservesScroll: false,
  });
  const site = await readSite(served, fetchJson);
  let broke = false;
  const markup = await renderToText(
    <Providers queryClient={queryClient} session={session} site={site}>
      <RouterProvider router={router} />
    </Providers>,
    (error) => {
      broke = true;
      reportError(error);
    },
  );
  if (failure && !isRouteFailure(failure.error)) reportError(failure.error);
  const handle = match.route.handle as RouteHandle | undefined;
  const query = new URLSearchParams(search);
  const failed = failure && { status: statusOf(failure.error) };
  const isRefused = handle !== undefined && findVerdict(handle, query, session.served) === "no-access";
  const status = broke ? 500 : isRefused ? 403 : (failed?.status ?? 200);
  const state: PageState = {
    queries: dehydrate(queryClient),
    user: session.served,
    site,
    ...(failed ? { failure: failed } : {}),
  };
  const view = handle?.viewFile?.(query);
  const pageIds = [match.route.id, ...(view === undefined ? [] : [`pages/${view}`])];
  const html = documentHtml({ ...markup, state, assets, pageIds, noncePlaceholder });
  queryClient.clear();
  return { status, html, private: hasSession };
}

/** The browser shows the page that this status names, so it must be the one that is rendered here. */
function statusOf(error: unknown): number {
  const isOutage = error instanceof CallError && error.status === 503;
  return isRouteFailure(error) || isOutage ? error.status : 500;
}

async function readSite(
  served: Omit<Site, "settings" | "renderedAt">,
  fetchJson: RenderRequest["fetchJson"],
): Promise<Site> {
  const { status, body } = await fetchJson(apiPath("GET /api/site"));
  const settings = status === 200 ? (body as SiteSettings) : noSettings;
  return { ...served, settings, renderedAt: new Date().toISOString() };
}

/** Renders the document that the service worker keeps. The browser fills it with the page that was asked for. */
export async function renderShell(request: Omit<RenderRequest, "url" | "hasSession">): Promise<string> {
  const { fetchJson, assets, noncePlaceholder, reportError, ...served } = request;
  const site = await readSite(served, fetchJson);
  const markup = await renderToText(
    <div id="app" className="min-h-dvh">
      <Spinner />
    </div>,
    reportError,
  );
  const state: PageState = { queries: { mutations: [], queries: [] }, user: null, site, isShell: true };
  return documentHtml({ ...markup, state, assets, pageIds: ["pages/my-tickets-page"], noncePlaceholder });
}

const routes = createRoutes({ queryClient: createQueryClient(), session: createSession(null) });

/**
 * The server's page cache key for a URL: only the parameters that its page reads, in a fixed order. Undefined if no
 * page matches, so that ten thousand unknown URLs cost one cached page. Null if the URL itself is a secret (a link from
 * an email), so that it is never cached.
 */
export function knownQuery(pathname: string, search: URLSearchParams): string | null | undefined {
  const handle = matchPage(routes, pathname).route.handle as RouteHandle | undefined;
  if (!handle) return undefined;
  const { personal } = handle;
  const isPersonal =
    typeof personal === "boolean" ? personal && search.size > 0 : personal.some((name) => search.has(name));
  if (isPersonal) return null;
  const params = new URLSearchParams();
  for (const name of handle.query) {
    const value = search.get(name);
    if (name === infoParameter && !isInfoName(value)) continue;
    if (value !== null) params.set(name, value.slice(0, 200));
  }
  const text = params.toString();
  return text ? `${pathname}?${text}` : pathname;
}
