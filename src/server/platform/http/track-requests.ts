import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger as PinoLogger } from "pino";
import { AppError } from "../app-error.ts";
import { currentRequest, withinRequest, type CurrentRequest } from "../current-request.ts";
import type { Metrics } from "../metrics.ts";
import { networkOf } from "./limits.ts";

const plainId = /^[\w.-]{1,64}$/;

/**
 * A request's ID: the one that a proxy in front gave it, if it is plain, otherwise a new one. What a page reads from our
 * own API belongs to the page's request.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const requestId = headers["x-request-id"];
  return currentRequest()?.id ?? (typeof requestId === "string" && plainId.test(requestId) ? requestId : randomUUID());
}

/**
 * The path as the log has it: without the query, which opens orders and resets passwords, and without any other part
 * that could be a secret or an email address.
 */
export function loggedPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0]!.slice(0, 300);
  return path
    .split("/")
    .map((part) => (isPersonal(part) ? "…" : part))
    .join("/");
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isPersonal = (part: string) => /@|%40/i.test(part) || (/[\w-]{32,}/.test(part) && !uuid.test(part));

/** Upper bounds in seconds: one for what readers feel, one for what the limits end. */
const bounds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const probes = new Set(["/healthz", "/readyz", "/metrics"]);

declare module "fastify" {
  interface FastifyContextConfig {
    /** The endpoint's path in the contract, for routes of the API. */
    endpointPath?: string;
  }
}

/** A request's route by a name out of a small set: an endpoint's path, or one name for everything of a kind. */
function routeName({ routeOptions: { url, config } }: FastifyRequest): string {
  if (url === undefined) return "unknown";
  return config?.endpointPath ?? (url === "/*" ? "pages" : "files");
}

/**
 * Counts and times every request, writes its line to the log, and gives all other lines of the request its ID. Must be
 * the first to add a hook: later ones may send their responses past Fastify.
 *
 * @returns what begins a request that never reaches a hook
 */
export function trackRequests(app: FastifyInstance, { log, metrics }: { log: PinoLogger; metrics: Metrics }) {
  const count = metrics.counter("http_requests_total", "Requests by route and class of status");
  const times = metrics.histogram("http_request_duration_seconds", "Seconds until a response was sent", bounds);
  const refused = metrics.counter("http_rate_limited_total", "Requests answered with 429, by limit");

  function begin(request: FastifyRequest, reply: FastifyReply): CurrentRequest {
    const current: CurrentRequest = { id: request.id, accountId: undefined };
    const startedAt = performance.now();
    const { socket } = request.raw;
    const sentBefore = socket.bytesWritten ?? 0;
    reply.header("x-request-id", request.id);
    reply.raw.once("close", () => {
      const ms = performance.now() - startedAt;
      const bytes = (socket.bytesWritten ?? 0) - sentBefore;
      withinRequest(current, () => end(request, reply, current, { ms, bytes, accountId: current.accountId }));
      current.id = undefined;
    });
    return current;
  }

  function end(
    request: FastifyRequest,
    { raw }: FastifyReply,
    { isStream }: CurrentRequest,
    more: { ms: number; bytes: number; accountId?: number | undefined },
  ) {
    const route = routeName(request);
    const method = methods.has(request.method) ? request.method : "other";
    count.add({ method, route, status: `${Math.floor(raw.statusCode / 100)}xx` });
    if (isStream !== true) times.observe({ method, route }, more.ms / 1000);
    const level = route === "files" || probes.has(route) ? "debug" : "info";
    if (!log.isLevelEnabled(level)) return;
    log[level](
      {
        method: request.method,
        route,
        path: loggedPath(request.url),
        status: raw.statusCode,
        ...more,
        ms: Math.round(more.ms * 10) / 10,
        network: networkOf(request.ip),
        ...(raw.writableFinished ? {} : { aborted: true }),
      },
      "request",
    );
  }

  app.addHook("onRequest", (request, reply, done) => {
    // What a page reads in memory is no request of its own.
    if (currentRequest() !== undefined) return done();
    withinRequest(begin(request, reply), done);
  });
  app.addHook("onError", (_request, _reply, error, done) => {
    if (error instanceof AppError && (error.limit !== undefined || error.code === "too_many_requests"))
      refused.add({ limit: error.limit ?? "other" });
    done();
  });
  return begin;
}
