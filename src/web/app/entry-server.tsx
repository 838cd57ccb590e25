import type { SiteSettings } from "#contract/settings.ts";
import { dehydrate } from "@tanstack/react-query";
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  type StaticHandlerContext,
  StaticRouterProvider,
} from "react-router";
import { judgeAccess } from "#web/features/accounts/access.ts";
import { createSession } from "#web/features/accounts/session.ts";
import { CallError } from "#web/lib/call.ts";
import { createQueryClient } from "#web/lib/query-client.ts";
import { unwrapUser } from "#web/lib/session-user.ts";
import type { Site } from "#web/lib/site.ts";
import { documentHtml, renderToText } from "./document.ts";
import type { PageState } from "./page-state.ts";
import { Providers } from "./providers.tsx";
import type { RenderReply, RenderRequest } from "./render-types.ts";
import { createRoutes, type RouteHandle } from "./routes.tsx";

export { headScript } from "#web/lib/head-script.ts";
export { knownQuery } from "./known-query.ts";

/** Renders the full HTML of one URL: first its queries, then React in one pass, then the document around it. */
export async function render(request: RenderRequest): Promise<RenderReply> {
  const { fetchJson, hasSession } = request;
  const queryClient = createQueryClient(async (path) => {
    const { status, body } = await fetchJson(path);
    if (status >= 200 && status < 300) return body;
    throw new CallError(status, JSON.stringify(body));
  });
  const me = hasSession ? await fetchJson("/api/me") : undefined;
  const session = createSession((me?.status === 200 && unwrapUser(me.body)) || null);

  const handler = createStaticHandler(createRoutes({ queryClient, session }));
  const context = await handler.query(new Request(new URL(request.url.replace(/^\/+/, "/"), request.baseUrl)));
  if (context instanceof Response) {
    return { status: context.status, redirect: context.headers.get("location") ?? "/", html: "", private: hasSession };
  }

  const settings = await fetchJson("/api/site");
  const router = createStaticRouter(handler.dataRoutes, context);
  const { baseUrl, payments, measurementId, identityProvider, release } = request;
  const site: Site = {
    baseUrl,
    payments,
    measurementId,
    identityProvider,
    release,
    settings: settings.status === 200 ? (settings.body as SiteSettings) : { contactEmail: null, links: [] },
    renderedAt: new Date().toISOString(),
  };
  let broke = false;
  const noteFailure = (error: unknown) => {
    broke = true;
    request.reportError(error);
  };
  const markup = await renderToText(
    <Providers queryClient={queryClient} session={session} site={site}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </Providers>,
    noteFailure,
  );
  for (const error of Object.values(context.errors ?? {})) if (!isRouteErrorResponse(error)) request.reportError(error);
  const status = broke ? 500 : statusOf(context, session.served);
  const state: PageState = { queries: dehydrate(queryClient), user: session.served, site, ...failureOf(context) };
  const html = documentHtml({
    ...markup,
    state,
    assets: request.assets,
    pageId: pageIdOf(context),
    noncePlaceholder: request.noncePlaceholder,
  });
  queryClient.clear();
  return { status, html, private: hasSession };
}

const pageIdOf = (context: StaticHandlerContext) => context.matches.at(-1)?.route.id ?? "";

function statusOf(context: StaticHandlerContext, user: PageState["user"]): number {
  const handle = context.matches.at(-1)?.route.handle as RouteHandle | undefined;
  if (handle && judgeAccess(handle.access, user) === "no-access") return 403;
  return context.errors ? (failureOf(context).failure?.status ?? 500) : context.statusCode;
}

function failureOf({ errors }: StaticHandlerContext): Pick<PageState, "failure"> {
  const [first] = Object.entries(errors ?? {});
  if (!first) return {};
  const [routeId, error] = first;
  return { failure: { routeId, status: isRouteErrorResponse(error) ? error.status : 500 } };
}
