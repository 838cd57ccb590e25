import { isUtf8 } from "node:buffer";
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { Logger as PinoLogger } from "pino";
import { isReservedPath } from "#contract/page-paths.ts";
import { cleanTexts } from "#contract/typed-text.ts";
import { AppError } from "../app-error.ts";
import { isCutOff, isUnreachable } from "../db/unreachable.ts";
import type { Metrics } from "../metrics.ts";
import { acceptedCodings, routableUrl } from "./negotiation.ts";
import { mayNeedCleaning, notUtf8, requirePlainText } from "./plain-text.ts";
import { isOpenedByPerson, refusalHeaders, refusalPage } from "./refusal-page.ts";
import { securityHeaders, type HeaderSettings } from "./security-headers.ts";
import { requestIdOf, trackRequests } from "./track-requests.ts";
import type { Socket } from "node:net";

const statuses: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
};

/** Answers bytes that aren't an HTTP request, or not in time, with the headers of every response; then hangs up. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket, headers: Record<string, string>) {
  if (socket.writable && error.code !== "ECONNRESET") {
    const refusal = new AppError("invalid_input", { message: "We couldn't read this request" });
    const body = JSON.stringify(refusal.toReply());
    const lines = Object.entries({
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      connection: "close",
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${statuses[error.code ?? ""] ?? "400 Bad Request"}\r\n${lines.join("")}\r\n${body}`);
  }
  socket.destroy();
}

/** URLs in emails that people already have, with what serves them today. */
const former: [RegExp, string][] = [[/^(\/api\/orders\/[\w-]+)\/papers(?=[/?]|$)/, "$1/documents"]];

/**
 * The URL to route: a former one is replaced, and one that can't be decoded names a page that doesn't exist. Every other
 * stays as it came.
 */
const currentUrl = (url: string): string =>
  former.reduce(
    (current, [pattern, today]) => current.replace(pattern, today),
    isReservedPath(url.split("?", 1)[0]!) ? url : routableUrl(url),
  );

/** Options of the bare server. */
interface ServerOptions {
  log: PinoLogger;
  /** How many proxies in front of us may set the client's address. */
  trustProxy: number;
  metrics: Metrics;
  /** Decides about the headers of every response; as on http if not given. */
  settings?: HeaderSettings;
}

/** Creates the bare HTTP server: timeouts, sizes, JSON only, and one place that turns errors into responses. */
export function createServer({ log, trustProxy, metrics, settings }: ServerOptions): FastifyInstance {
  const common = securityHeaders(settings ?? { production: false, hstsSubdomains: false, identityProvider: undefined });
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy === 0 ? false : (_address: string, hop: number) => hop < trustProxy,
    bodyLimit: 100 * 1024,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 600 },
    genReqId: requestIdOf,
    // The log itself adds the ID of the request.
    childLoggerFactory: (logger) => logger,
    rewriteUrl: ({ url }) => currentUrl(url ?? "/"),
    // Loading the web build takes a while on a busy machine.
    pluginTimeout: 60_000,
    forceCloseConnections: "idle",
    // URLs that can't be parsed are rejected before routing.
    frameworkErrors(error, request, reply) {
      begin(request, reply.headers(common));
      void (isOpenedByPerson(request) ? showRefusal : answerError)(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, common),
  }) as unknown as FastifyInstance;
  app.server.headersTimeout = 15_000;
  // The first hook, so that whatever happens next, the response has them.
  app.addHook("onRequest", (request, reply, done) => {
    void reply.headers(common);
    // Read once for everything that codes responses, because libraries differ about weights.
    const codings = request.raw.headers["accept-encoding"];
    if (codings !== undefined) request.raw.headers["accept-encoding"] = acceptedCodings(codings);
    // Node forgets the address of a connection that has ended, and a client may be gone already.
    const address = request.ip as string | undefined;
    Object.defineProperty(request, "ip", { value: address ?? "unknown" });
    done();
  });
  const begin = trackRequests(app, { log, metrics });

  if (trustProxy === 0) warnOfProxy(app);

  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body as Buffer)) return done(notUtf8());
    const text = body.toString("utf8");
    void parseJson(request, text, (error, parsed) => {
      if (error !== null) return done(error);
      try {
        requirePlainText(text, parsed);
        done(null, mayNeedCleaning(text) ? cleanTexts(parsed) : parsed);
      } catch (refusal) {
        done(refusal as AppError);
      }
    });
  });

  app.setErrorHandler((error: FastifyError | AppError, request, reply) =>
    isOpenedByPerson(request) ? showRefusal(error, request, reply) : answerError(error, request, reply),
  );
  app.setNotFoundHandler((request, reply) => answerError(new AppError("not_found"), request, reply));
  return app;
}

/** Behind a proxy that isn't counted, all visitors share one address and its limits. Said once: anyone can send this. */
function warnOfProxy(app: FastifyInstance): void {
  let isSaid = false;
  app.addHook("onRequest", (request, _reply, done) => {
    if (!isSaid && request.headers["x-forwarded-for"] !== undefined) {
      isSaid = true;
      app.log.warn(
        "A request came through a proxy (X-Forwarded-For), but TRUST_PROXY is 0, so all visitors behind it share one address and its rate limits. Set TRUST_PROXY to the number of proxies in front of the site.",
      );
    }
    done();
  });
}

function answerError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = beginRefusal(error, request, reply);
  return reply.type("application/json; charset=utf-8").send(JSON.stringify(refusal.toReply(request.id)));
}

/** The same for a person who opened the URL in a tab and would see the JSON. */
export function showRefusal(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = beginRefusal(error, request, reply);
  return reply
    .headers(refusalHeaders(refusal))
    .type("text/html; charset=utf-8")
    .send(refusalPage(refusal, request.url, request.id));
}

function beginRefusal(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): AppError {
  const refusal = asRefusal(error);
  if (refusal.status >= 500) request.log.error({ err: error, req: request.raw }, "request failed");
  const retryAfter = refusal.retryAfterSeconds ?? (refusal.status === 503 ? retrySeconds : undefined);
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  if (refusal.status === 416) void reply.headers(rangeOf(error));
  void reply.header("cache-control", "no-store").code(refusal.status);
  return refusal;
}

/** Says how long the file is that doesn't have the range. */
const rangeOf = (error: object & { headers?: Record<string, string> }) => ({
  "content-range": error.headers?.["Content-Range"] ?? "bytes */*",
});

const outageMessage = "We can't reach our data right now. Please try again in a moment.";

/** When to ask again if nothing else is known. */
const retrySeconds = 2;

/** True for an unexpected error on our side, which the caller gets as `internal`. */
export function isServerError(error: FastifyError | AppError): boolean {
  return asRefusal(error).code === "internal";
}

/** What the caller gets: our own errors as they are, the framework's by status, anything else as a neutral error. */
function asRefusal(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  if (error.statusCode === 413) return new AppError("too_large");
  if (error.statusCode === 416) return new AppError("range_outside", { cause: error });
  if (error.statusCode === 415) return new AppError("unsupported_media_type");
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError("invalid_input", { message: "We couldn't read this request" });
  }
  if (isCutOff(error)) {
    return new AppError("unavailable", { message: outageMessage, cause: error });
  }
  if (isUnreachable(error)) return new AppError("unavailable", { cause: error });
  return new AppError("internal", { cause: error });
}
