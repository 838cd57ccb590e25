import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import compress from "@fastify/compress";
import type { ErrorReply } from "#contract/errors.ts";
import { isReservedPath } from "#contract/page-paths.ts";
import type { Config } from "./config.ts";
import { loadBuild, startDevelopment, serveFiles, type Web } from "./pages/build.ts";
import { createPageCache, type Reading } from "./pages/page-cache.ts";
import { nonceMark, preparePage } from "./pages/prepared-page.ts";
import { pageHeaders } from "./pages/security-headers.ts";
import { sendDirectly } from "#server/platform/http/serve-prepared.ts";
import { AppError } from "./platform/app-error.ts";
import type { Limiter } from "./platform/http/limits.ts";
import { hasSignedOut } from "./platform/http/principal.ts";
import { showRefusal } from "./platform/http/server.ts";
import { defineModule } from "./platform/module.ts";
import { ownAddress } from "#server/platform/http/limits.ts";

type Visitor = { cookie?: string | undefined; remoteAddress?: string };
type Render = { url: string; fetchJson: (path: string) => Promise<Reading>; hasSession: boolean };

/** Reads the API in memory, without the network, and renders pages from the responses. */
function pageReader(
  app: FastifyInstance,
  config: PagesConfig,
  web: Web,
  { release, recordError }: Pick<PagesOptions, "release" | "recordError">,
) {
  async function read(path: string, { cookie, remoteAddress }: Visitor = {}): Promise<Reading> {
    const answer = await app.inject({
      method: "GET",
      url: path,
      headers: { accept: "application/json", ...(cookie ? { cookie } : {}) },
      remoteAddress: remoteAddress ?? ownAddress,
    });
    const text = answer.payload;
    return { status: answer.statusCode, body: parse(text), text };
  }

  const common = {
    baseUrl: config.baseUrl,
    payments: config.payments,
    measurementId: config.gaMeasurementId ?? null,
    identityProvider: offered(config.identityProvider),
    release,
    assets: web.assets,
    noncePlaceholder: nonceMark,
  };

  /** The document that the service worker keeps; nothing in it is personal. */
  const renderShell = () =>
    web.renderShell({
      ...common,
      fetchJson: (path) => read(path),
      reportError: (error) => app.log.error({ err: error }, "the offline document failed to render"),
    });

  /** @throws AppError `unavailable` if the page, or who asks for it, can't be read right now */
  async function renderWith({ url, fetchJson, hasSession }: Render) {
    const outages = new Map<string, Reading>();
    const page = await web.render({
      ...common,
      url,
      async fetchJson(path) {
        const reading = await fetchJson(path);
        if (reading.status === 503) outages.set(path, reading);
        return reading;
      },
      hasSession,
      reportError(error) {
        if (outages.size > 0) return;
        const path = url.split("?", 1)[0]!;
        app.log.error({ err: error, page: path }, "a page failed to render");
        recordError?.(error, path);
      },
    });
    // Such a page would say that the site is broken, or show someone who is signed in as signed out.
    const [outage] = page.status >= 500 ? outages.values() : [outages.get("/api/me")];
    if (outage === undefined) return page;
    throw new AppError("unavailable", { message: (outage.body as ErrorReply).message });
  }

  return { read, renderShell, renderWith };
}

/** The service as browsers need it. Without a web API key it isn't offered there. */
function offered(provider: PagesConfig["identityProvider"]): { projectId: string; apiKey: string } | null {
  return provider?.apiKey === undefined ? null : { projectId: provider.projectId, apiKey: provider.apiKey };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** URLs that aren't pages: an unknown one among them gets a plain 404, never HTML. */
const isReserved = (url: string) => isReservedPath(url.split("?", 1)[0]!);

type PagesConfig = Pick<Config, "baseUrl" | "payments" | "gaMeasurementId" | "identityProvider">;

type PagesOptions = {
  config: PagesConfig;
  /** Serves the sources with hot reload instead of the build. */
  dev?: boolean;
  sessionCookie?: string;
  limiter?: Limiter;
  /** Name of this build in error reports. */
  release: string;
  /** Called with the path of each page that failed to render. */
  recordError?: (error: unknown, route: string) => void;
};

declare module "./platform/module.ts" {
  interface ModuleOptions {
    /** Also serves the web app. `dev` serves it from its sources. */
    web?: { dev: boolean };
  }
}

declare module "fastify" {
  interface FastifyInstance {
    /** Renders the web app for this request's URL, or for another one, and sends it. For HTML at an API URL. */
    sendPage: (request: FastifyRequest, reply: FastifyReply, url?: string) => Promise<FastifyReply>;
  }
}

/**
 * Serves the web app: its files, and the HTML of every URL that nothing else handles.
 *
 * Call it on the root instance before other plugins: its first hook sends cached pages before anything else runs.
 */
async function pages(
  app: FastifyInstance,
  { config, dev = false, sessionCookie = "sg_session", limiter, release, recordError }: PagesOptions,
): Promise<void> {
  const web = dev ? await startDevelopment(app) : await loadBuild();
  const headers = pageHeaders({
    secure: config.baseUrl.startsWith("https:"),
    headScript: web.headScript,
    dev,
    webAnalytics: config.gaMeasurementId !== undefined,
    identityProject: offered(config.identityProvider)?.projectId,
  });
  const { read, renderShell, renderWith } = pageReader(app, config, web, { release, recordError });
  const marker = `${sessionCookie}=`;
  const hasSession = ({ headers: { cookie } }: FastifyRequest) =>
    cookie?.includes(marker) === true && !hasSignedOut(cookie);

  const cache = createPageCache({
    read: (path) => read(path),
    render: async (url, fetchJson) =>
      preparePage(await renderWith({ url, fetchJson, hasSession: false }), headers, url),
    normalise: web.knownQuery,
  });

  app.addHook("onRequest", (request, reply, done) => {
    const { method, url } = request.raw;
    if (dev || (method !== "GET" && method !== "HEAD") || hasSession(request)) return done();
    const page = cache.peek(url ?? "/");
    if (!page) return done();
    sendDirectly(reply, (response, common) => page.send(request.raw, response, common));
  });

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    url = request.raw.url ?? "/",
  ): Promise<FastifyReply> {
    const shared = dev || hasSession(request) ? undefined : await cache.get(url);
    if (shared) {
      sendDirectly(reply, (response, common) => shared.send(request.raw, response, common));
      return reply;
    }
    const { cookie } = request.headers;
    const fetchJson = (path: string) => read(path, { cookie, remoteAddress: request.ip });
    const page = await renderWith({ url, fetchJson, hasSession: hasSession(request) });
    const nonce = headers.createNonce();
    reply.headers(headers.forPrivate(nonce, url));
    if (page.redirect) return reply.redirect(page.redirect, page.status);
    const html = page.html.replace(nonceMark, nonce);
    void reply.code(page.status).type("text/html; charset=utf-8");
    // A page at an API URL is sent from outside the scope that compresses.
    const canCompress: boolean = "compress" in reply;
    if (canCompress) void reply.compress(html);
    else void reply.send(html);
    return reply;
  }

  app.decorate("sendPage", sendPage);
  if (!dev) await serveFiles(app);

  await app.register(async (scope) => {
    await scope.register(compress, { global: false });
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      if (isReserved(request.url)) throw error;
      return showRefusal(error, request, reply);
    });
    scope.get("/shell.html", { schema: { hide: true } }, async (request, reply) => {
      await limiter?.spend("read", request.ip, undefined);
      const nonce = headers.createNonce();
      const html = (await renderShell()).replace(nonceMark, nonce);
      return reply.headers(headers.forPrivate(nonce, "/shell.html")).type("text/html; charset=utf-8").compress(html);
    });
    scope.get("/*", { schema: { hide: true } }, async (request, reply) => {
      await limiter?.spend("read", request.ip, undefined);
      if (!isReserved(request.url)) return sendPage(request, reply);
      void reply.callNotFound();
      return reply;
    });
  });
}

// Registered without its own scope, because the hook above is for the whole server.
Object.assign(pages, { [Symbol.for("skip-override")]: true });

/** The web app, if this app serves it. */
export const web = defineModule("web", async ({ deps: { config }, server, context, options, recordError }) => {
  if (options.web !== undefined) {
    const { dev } = options.web;
    const { cookieName: sessionCookie, limiter } = context;
    await server.register(pages, { release: options.release, recordError, config, dev, sessionCookie, limiter });
  }
  return {};
});
