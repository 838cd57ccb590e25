import type { SiteSettings } from "#contract/settings/settings.ts";
import { dehydrate } from "@tanstack/react-query";
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  type StaticHandlerContext,
  StaticRouterProvider,
} from "react-router";
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

  const handler = createStaticHandler(createRoutes({ queryClient, session }));
  const context = await handler.query(new Request(new URL(url.replace(/^\/+/, "/"), served.baseUrl)));
  if (context instanceof Response) {
    return { status: context.status, redirect: context.headers.get("location") ?? "/", html: "", private: hasSession };
  }

  const router = createStaticRouter(handler.dataRoutes, context);
  const site = await readSite(served, fetchJson);
  let broke = false;
  const markup = await renderToText(
    <Providers queryClient={queryClient} session={session} site={site}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </Providers>,
    (error) => {
      broke = true;
      reportError(error);
    },
  );
  for (const error of Object.values(context.errors ?? {})) if (!isRouteErrorResponse(error)) reportError(error);
  const status = broke ? 500 : statusOf(context, session.served);
  const state: PageState = { queries: dehydrate(queryClient), user: session.served, site, ...failureOf(context) };
  const route = context.matches.at(-1)?.route;
  const view = (route?.handle as RouteHandle | undefined)?.viewFile?.(new URLSearchParams(context.location.search));
  const pageIds = [route?.id ?? "", ...(view === undefined ? [] : [`pages/${view}`])];
  const html = documentHtml({ ...markup, state, assets, pageIds, noncePlaceholder });
  queryClient.clear();
  return { status, html, private: hasSession };
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

function statusOf(context: StaticHandlerContext, user: PageState["user"]): number {
  const handle = context.matches.at(-1)?.route.handle as RouteHandle | undefined;
  const search = new URLSearchParams(context.location.search);
  if (handle && findVerdict(handle, search, user) === "no-access") return 403;
  return context.errors ? (failureOf(context).failure?.status ?? 500) : context.statusCode;
}

function failureOf({ errors }: StaticHandlerContext): Pick<PageState, "failure"> {
  const [first] = Object.entries(errors ?? {});
  if (!first) return {};
  const [routeId, error] = first;
  return { failure: { routeId, status: isRouteErrorResponse(error) ? error.status : 500 } };
}

const routes = createRoutes({ queryClient: createQueryClient(), session: createSession(null) });

/**
 * The server's page cache key for a URL: only the parameters that its page reads, in a fixed order. Undefined if no
 * page matches, so that ten thousand unknown URLs cost one cached page. Null if the URL itself is a secret (a link from
 * an email), so that it is never cached.
 */
export function knownQuery(pathname: string, search: URLSearchParams): string | null | undefined {
  const handle = matchRoutes(routes, pathname)?.at(-1)?.route.handle as RouteHandle | undefined;
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
