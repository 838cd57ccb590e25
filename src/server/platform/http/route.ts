import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { replyTypeOf, type Endpoint } from "#contract/endpoint.ts";
import { proofHeader } from "#contract/proof/header.ts";
import { cleanTexts } from "#contract/typed-text.ts";
import { AppError } from "../app-error.ts";
import { currentRequest } from "../current-request.ts";
import { hashBody, nobody, type IdempotencyClaim } from "../idempotency.ts";
import type { Prover, Proofs } from "../proof/index.ts";
import type { Limiter } from "./limits.ts";
import { requirePlainAddress } from "./plain-text.ts";
import { readCredentials, type Authenticate, type Principal, type Credentials } from "./principal.ts";
import { narrowScope, requireAccess, type Scope, type ScopeContext } from "./scope.ts";
import type { SharedReplies } from "./shared-replies.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects a write that another site made a browser send. Browsers name the request's origin in Sec-Fetch-Site, older
 * ones only in Origin. A request with neither doesn't come from a browser, and a bearer token proves itself.
 * Sec-Fetch-Site decides if present: it distinguishes our own host over http from our own host over https.
 *
 * @throws AppError `foreign_origin`
 */
function requireOwnOrigin(request: FastifyRequest, credentials: Credentials, baseUrl: string): void {
  if (safeMethods.has(request.method)) return;
  const bearer = credentials.token !== undefined && !credentials.fromCookie;
  if (bearer) return;
  const site = request.headers["sec-fetch-site"];
  const origin = request.headers.origin;
  if (site === "same-origin") return;
  if (site !== undefined && site !== "none") throw new AppError("foreign_origin");
  if (origin === undefined) return;
  if (origin === baseUrl || (URL.canParse(origin) && new URL(origin).host === request.headers.host)) return;
  throw new AppError("foreign_origin");
}

/** The reply of an endpoint that returns nothing else, once its work is done. */
export const whenDone = (work: Promise<unknown>) => work.then(() => ({ ok: true as const }));

/** What every route needs; one object for the whole app. */
export interface RouteContext {
  app: FastifyInstance;
  authenticate: Authenticate;
  limiter: Limiter;
  proofs: Proofs;
  baseUrl: string;
  cookieName: string;
  /** Checks every response against its contract: on in tests, off in production for speed. */
  validateReplies: boolean;
  /** Every registered endpoint, for the access table and the API's own description. */
  endpoints: Endpoint[];
  sharedReplies: SharedReplies;
  /** Finds the rights of callers besides their role, and what these cover. */
  scopes: ScopeContext;
  /** Rejects a session whose person didn't recently confirm their identity. */
  requireConfirmed: (token: string | undefined, minutes: 5 | 30) => Promise<void>;
}

type Parsed<Schema> = NonNullable<Schema> extends z.ZodType<infer Output> ? Output : undefined;

/** One call of an endpoint after all of its guards passed. */
export interface Call<E extends Endpoint> {
  params: Parsed<E["params"]>;
  query: Parsed<E["query"]>;
  body: Parsed<E["body"]>;
  /** Set for every access above `public`. */
  principal: Principal | undefined;
  /** Which rows the caller may see and change, where grants open the endpoint. Whoever has the role may all. */
  scope: Scope;
  /** Set for endpoints that take a file: the received bytes. */
  file: Buffer | undefined;
  /** Set for endpoints that take a streamed file: its bytes as they arrive. The reader must count them. */
  stream: Readable | undefined;
  /** Set for endpoints declared idempotent. */
  idempotency: IdempotencyClaim | undefined;
  token: string | undefined;
  /** Asks the sender of this call for a proof of work, where their network's share is used up. */
  prover: Prover;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A response that is already text and is sent unchanged. */
export class PreparedReply {
  readonly body: string | Buffer;
  readonly status: number;
  readonly contentType: string;
  constructor(body: string | Buffer, status = 200, contentType = "application/json; charset=utf-8") {
    this.body = body;
    this.status = status;
    this.contentType = contentType;
  }
}

/** A response that is read while it is sent. */
export class StreamedReply {
  readonly body: Readable;
  readonly contentType: string;
  constructor(body: Readable, contentType: string) {
    this.body = body;
    this.contentType = contentType;
  }
}

/** Answers the calls of an endpoint. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<z.input<E["reply"]> | PreparedReply | StreamedReply>;

/**
 * Binds an endpoint of the contract to its handler, and enforces what the contract declares: origin, limit, access,
 * shapes, recent confirmation, idempotency key. There is no other way to register an API route.
 */
export function route<E extends Endpoint>(context: RouteContext, endpoint: E, handler: Handler<E>): void {
  context.endpoints.push(endpoint);
  if (endpoint.upload === undefined) return bind(context, context.app, endpoint, handler);
  const { types, streamed } = endpoint.upload;
  // In its own scope: no other endpoint accepts anything but JSON.
  void context.app.register(async (scope) => {
    if (streamed) scope.addContentTypeParser([...types], (_request, body, done) => done(null, body));
    else scope.addContentTypeParser([...types], { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    bind(context, scope, endpoint, handler);
  });
}

/** Binds endpoints of one part of the contract to their handlers, by the names that the contract gives them. */
export function routes<Contract extends object>(
  context: RouteContext,
  contract: Contract,
  handlers: { [Name in keyof Contract]?: Contract[Name] extends Endpoint ? Handler<Contract[Name]> : never },
): void {
  for (const name of Object.keys(handlers) as (keyof Contract)[]) {
    route(context, contract[name] as Endpoint, handlers[name] as Handler<Endpoint>);
  }
}

function bind<E extends Endpoint>(context: RouteContext, app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  const { upload } = endpoint;
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  /** Reads a file only from callers who may send it. */
  async function admitFirst(request: FastifyRequest, reply: FastifyReply) {
    // An error that is sent before the whole file arrived must not wait for the rest of it.
    if (upload?.streamed) reply.header("connection", "close");
    admitted.set(request, await admit(context, endpoint, request));
    if (upload && Number(request.headers["content-length"]) > upload.maxBytes) throw new AppError("too_large");
  }
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
    config: { endpointPath: endpoint.path },
    // A whole event's offline scans are the only body that may exceed the server's own limit.
    ...(endpoint.limit === "scan" ? { bodyLimit: 512 * 1024 } : {}),
    ...(endpoint.maxBytes === undefined ? {} : { bodyLimit: endpoint.maxBytes, onRequest: admitFirst }),
    ...(upload === undefined ? {} : { bodyLimit: upload.maxBytes, onRequest: admitFirst }),
    async handler(request, reply) {
      const caller = admitted.get(request) ?? (await admit(context, endpoint, request));
      try {
        return await respond(context, endpoint, handler, { request, reply, ...caller });
      } catch (error) {
        throw await caller.prover.complete(error);
      }
    },
  });
}

/** Answers a call that was admitted. */
async function respond<E extends Endpoint>(
  context: RouteContext,
  endpoint: E,
  handler: Handler<E>,
  { request, reply, token, principal, scope, prover }: Admitted & { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const { upload } = endpoint;
  requireFile(endpoint, request.body);
  requirePlainAddress(request.url);
  const params = parse(endpoint.params, cleanTexts(request.params));
  const query = parse(endpoint.query, request.url.includes("%") ? cleanTexts(request.query) : request.query);
  const body = parse(endpoint.body, request.body ?? undefined);
  if (namesSecret(endpoint, query) || namesSecret(endpoint, body)) {
    await context.limiter.spend("guess", request.ip, principal?.id, { prover });
  }
  if (endpoint.delicate !== undefined && principal?.role !== "guest") {
    await context.requireConfirmed(token, endpoint.delicate);
  }
  const call = {
    params,
    query,
    body,
    principal,
    scope: await narrowScope(context.scopes, endpoint, scope, { params, query, body }),
    token,
    prover,
    file: upload !== undefined && !upload.streamed ? request.body : undefined,
    stream: upload?.streamed ? request.body : undefined,
    idempotency: endpoint.idempotent === true ? claim(endpoint, request, principal, body) : undefined,
    request,
    reply,
  } as Call<E>;
  if (endpoint.shared === true) {
    const read = async () => write(context, endpoint, await handler(call));
    const shared = await context.sharedReplies.get(request.raw.url ?? "", read);
    return reply.header("cache-control", "no-cache").type("application/json; charset=utf-8").send(shared);
  }
  const result = await handler(call);
  // A stream that goes on after its handler.
  if (reply.sent) return reply;
  // Only responses that say so may be cached.
  if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  requireType(context, endpoint, result);
  if (result instanceof StreamedReply) return reply.type(result.contentType).send(result.body);
  if (result instanceof PreparedReply) return reply.code(result.status).type(result.contentType).send(result.body);
  return reply
    .code(endpoint.status ?? 200)
    .type("application/json; charset=utf-8")
    .send(write(context, endpoint, result));
}

/** True if a call contains the secret that opens its endpoint. */
function namesSecret({ guess }: Endpoint, fields: unknown): boolean {
  return guess !== undefined && Boolean((fields as Record<string, unknown> | undefined)?.[guess]);
}

function requireFile({ upload }: Endpoint, body: unknown): void {
  if (upload === undefined) return;
  const isFile = upload.streamed ? body instanceof Readable : Buffer.isBuffer(body);
  if (!isFile) throw new AppError("unsupported_media_type");
}

function write(context: RouteContext, endpoint: Endpoint, answer: unknown): string {
  if (context.validateReplies) endpoint.reply.parse(answer);
  return JSON.stringify(answer);
}

/** In tests: a file has the media type that its endpoint declares. */
function requireType({ validateReplies }: RouteContext, endpoint: Endpoint, answer: unknown): void {
  const isFile = answer instanceof StreamedReply || (answer instanceof PreparedReply && answer.status < 300);
  if (!validateReplies || !isFile) return;
  const declared = replyTypeOf(endpoint);
  const type = answer.contentType.split(";")[0];
  if (endpoint.hasPage && type === "text/html") return;
  if (declared !== "*/*" && type !== declared) throw new Error(`${endpoint.path} declares ${declared}, not ${type}.`);
}

interface Admitted {
  token: string | undefined;
  principal: Principal | undefined;
  scope: Scope;
  prover: Prover;
}

async function admit(context: RouteContext, endpoint: Endpoint, request: FastifyRequest): Promise<Admitted> {
  const credentials = readCredentials(request, context.cookieName);
  if (endpoint.access !== "signed") requireOwnOrigin(request, credentials, context.baseUrl);
  const { token, isSignedOut } = credentials;
  const principal = token === undefined || isSignedOut ? undefined : await context.authenticate(token);
  const current = currentRequest();
  if (current !== undefined && principal !== undefined) current.accountId = principal.id;
  const header = request.headers[proofHeader];
  const solution = typeof header === "string" ? header : undefined;
  const prover = context.proofs.open({ address: request.ip, person: principal, solution });
  try {
    // Those who send a signed call, a provider of email for example, can do no work.
    const options = endpoint.access === "signed" ? {} : { prover };
    await context.limiter.spend(endpoint.limit, request.ip, principal?.id, options);
  } catch (error) {
    throw await prover.complete(error);
  }
  const scope = await requireAccess(context.scopes, endpoint, principal);
  // Orders take unused proofs in their own transaction.
  if (endpoint.limit === "checkout") await prover.record();
  return { token, principal, scope, prover };
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => ({ message: issue.message, path: issue.path.join(".") }));
  throw new AppError("invalid_input", { message: errors[0]?.message, errors });
}

function claim(
  endpoint: Endpoint,
  request: FastifyRequest,
  principal: Principal | undefined,
  body: unknown,
): IdempotencyClaim {
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || key.length === 0) throw new AppError("idempotency_key_required");
  if (key.length > 255) throw new AppError("invalid_input", { message: "The Idempotency-Key is too long" });
  if (principal === undefined && endpoint.access !== "public") throw new AppError("not_signed_in");
  return {
    userId: principal?.id ?? nobody,
    route: `${endpoint.method} ${request.url.split("?")[0]}`,
    key,
    bodyHash: hashBody(body),
  };
}
