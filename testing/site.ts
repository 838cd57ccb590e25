import type { OrderDraftInput } from "#contract/orders/orders.ts";
import { randomUUID } from "node:crypto";
import type { Pool, QueryResult } from "pg";
import { readConfig } from "#server/config.ts";
import { buildApp, type App, type AppOptions } from "#server/app.ts";
import { createToken } from "#server/modules/accounts/sessions.ts";
import { openDatabase, type Database } from "#server/platform/db/database.ts";
import { prepareForPooler } from "#server/platform/db/pooler.ts";
import { createLog } from "#server/platform/log.ts";
import type { Role } from "#contract/accounts/accounts.ts";
import type { Order } from "#contract/orders/orders.ts";
import { leaveUnchecked } from "./checked-rows.ts";
import { readSettled } from "./crowd.ts";
import type { BodyAt } from "./replies.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { insertPerson, createFixtures } from "./make.ts";
import { installMeetingPoint } from "./meeting-point.ts";
import { silentLog } from "./own-cluster.ts";
import { pooledConnection } from "./pooler.ts";
import type { Sabotage } from "./sabotage.ts";

export interface Answer<Body = unknown> {
  status: number;
  body: Body;
  headers: Record<string, unknown>;
  text: string;
}

/** Someone who calls the API with a bearer token, or without one. */
export interface Client {
  id: number;
  token: string | undefined;
  call<Method extends string, Url extends string>(
    method: Method,
    url: Url,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<BodyAt<Method, Url>>>;
  /** For a path that a variable has, or none of the contract: the caller asserts what it answers. */
  call<Body extends object>(
    method: string,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
  get<Url extends string>(url: Url, headers?: Record<string, string>): Promise<Answer<BodyAt<"GET", Url>>>;
  get<Body extends object>(url: string, headers?: Record<string, string>): Promise<Answer<Body>>;
  post<Url extends string>(
    url: Url,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<BodyAt<"POST", Url>>>;
  post<Body extends object>(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Body>>;
}

export interface SiteOptions extends Partial<
  Pick<AppOptions, "courier" | "wrapProvider" | "jobs" | "sharedReplyMs" | "proofCacheMs" | "extraModules">
> {
  settings?: Record<string, string>;
  /** Makes this another node of an existing site. */
  database?: TestDatabase;
  clockOffset?: string;
  /** False: the database doesn't notify this node of realtime messages, as if only a pooler could reach it. */
  isNotified?: boolean;
  /**
   * Removes a guard from a statement on its way to the database, for a negative control: the test must then fail.
   * Closing throws if no statement contained the guard. A database that this site creates has the meeting point.
   */
  rewriteSql?: Sabotage | undefined;
  /** Receives each line of the log, parsed; settings decide its level. */
  watchLog?: (line: Record<string, unknown>) => void;
  /** Receives every statement with its values. */
  watchSql?: (text: string, values: unknown[]) => void;
}

export type Site = Awaited<ReturnType<typeof createSite>>;

/** A busy machine can be slow with a statement or a lock: a rush tests who wins, not how fast. */
export const testPatience = 6;

/** The whole product on its own database, without a port. Every response is checked against the contract. */
export async function createSite(options: SiteOptions = {}) {
  const database = options.database ?? (await createTestDatabase());
  const opened = await open(database, options.clockOffset);
  if (options.rewriteSql !== undefined) rewriteStatements(opened.pool, options.rewriteSql);
  const { watchSql, watchLog } = options;
  if (watchSql !== undefined) watchStatements(opened.pool, watchSql);
  if (options.rewriteSql !== undefined && options.database === undefined) await installMeetingPoint(opened.db);
  const app = await buildApp({
    config: readConfig({ LOG_LEVEL: "silent", RATE_LIMITS: "off", ...options.settings }),
    db: opened.db,
    ...(options.isNotified === false ? {} : { direct: database.connection }),
    log: createLog(
      options.settings?.LOG_LEVEL ?? "silent",
      watchLog && { write: (line) => watchLog(JSON.parse(line) as Record<string, unknown>) },
    ),
    validateReplies: true,
    proofRounds: 1,
    proofCacheMs: options.proofCacheMs ?? 0,
    sharedReplyMs: options.sharedReplyMs ?? 0,
    wasRefusedSpace: opened.wasRefusedSpace,
    jobs: options.jobs ?? false,
    courier: options.courier,
    wrapProvider: options.wrapProvider,
    ...(options.extraModules === undefined ? {} : { extraModules: options.extraModules }),
  });
  await app.server.ready();
  const db = opened.db;
  return {
    app,
    db,
    database,
    create: createFixtures(db),
    anon: client(app, 0),
    /** The same person as a client of this node. */
    clientOf: (person: Client) => client(app, person.id, person.token),
    as: (role: Role, name?: string) => signIn(app, db, role, name),
    buy: async (buyer: Client, lines: OrderLines, outcome = "approve", more: object = {}) => {
      const bought = await buy(buyer, lines, outcome, more);
      if (bought.body.status !== "paying" || outcome !== "approve" || options.courier || options.wrapProvider)
        return bought;
      // Nothing in the way of its payment: the site is slower with it than a webhook event is acknowledged.
      return readSettled(() => buyer.get(`/api/orders/${bought.body.id}`));
    },
    async close() {
      await app.close();
      await opened.close();
      if (options.database === undefined) await database.drop();
      options.rewriteSql?.expectUsed();
    },
  };
}

/** A pool on the database itself, or through a pooler if this run tests one. A moved clock belongs to a session. */
async function open({ connection }: TestDatabase, clockOffset: string | undefined) {
  const pooled = clockOffset === undefined ? await pooledConnection(connection) : undefined;
  if (pooled === undefined) return openDatabase(connection, { clockOffset, patience: testPatience });
  const options = { throughPooler: true, patience: testPatience };
  // On a pool of its own: whoever watches the site's connections sees them all open.
  const first = openDatabase(pooled, options);
  await prepareForPooler(first.pool, { log: silentLog, patience: testPatience });
  await first.close();
  return openDatabase(pooled, options);
}

function watchStatements(pool: Pool, watch: NonNullable<SiteOptions["watchSql"]>): void {
  pool.on("connect", (connection) => {
    const query = connection.query.bind(connection) as (...args: unknown[]) => unknown;
    const watched = (text: unknown, ...rest: unknown[]) => {
      if (typeof text === "string") watch(text, Array.isArray(rest[0]) ? rest[0] : []);
      return query(text, ...rest);
    };
    connection.query = watched as typeof connection.query;
  });
}

function rewriteStatements(pool: Pool, rewrite: Sabotage): void {
  pool.on("connect", (connection) => {
    const query = connection.query.bind(connection) as (...args: unknown[]) => unknown;
    const rewritten = (text: unknown, ...rest: unknown[]) => {
      const changed = typeof text === "string" ? rewrite(text) : text;
      const result = query(changed, ...rest);
      if (changed !== text)
        (result as Promise<QueryResult>).then(
          ({ rows }) => leaveUnchecked(rows),
          () => undefined,
        );
      return result;
    };
    connection.query = rewritten as typeof connection.query;
  });
}

/** A client of an app, signed in with a token or anonymous. */
export function client(app: App, id: number, token?: string): Client {
  const call = async (
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<never>> => {
    const answer = await app.server.inject({
      method: method as "GET",
      url,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const json = String(answer.headers["content-type"]).startsWith("application/json");
    return {
      status: answer.statusCode,
      body: (json ? answer.json() : undefined) as never,
      headers: answer.headers,
      text: answer.body,
    };
  };
  return {
    id,
    token,
    call,
    get: (url: string, headers?: Record<string, string>) => call("GET", url, undefined, headers),
    post: (url: string, body: unknown = {}, headers?: Record<string, string>) =>
      call("POST", url, body, { "idempotency-key": randomUUID(), ...headers }),
  };
}

async function signIn(app: App, db: Database, role: Role, name?: string): Promise<Client> {
  const { token, tokenHash } = createToken();
  const id = await insertPerson(db, role, tokenHash, name);
  return client(app, id, token);
}

export type OrderLines = OrderDraftInput["lines"];

/** An order's request body with a default buyer. */
export function draft(lines: OrderLines, more: object = {}) {
  return { lines, buyer: { name: "Ada Buyer", email: "ada@example.com" }, ...more };
}

/** Buys through the API like the web app: order, payment, the sandbox's page, and the order again. */
export async function buy(
  buyer: Client,
  lines: OrderLines,
  outcome = "approve",
  more: object = {},
): Promise<Answer<Order>> {
  const placed = await buyer.post("/api/orders", draft(lines, more));
  if (placed.status !== 201) return placed;
  const payment = await buyer.post(`/api/orders/${placed.body.id}/payment`);
  if (payment.body.status === "redirect") await completePage(buyer, payment.body.url, outcome);
  return buyer.get(`/api/orders/${placed.body.id}`);
}

/** The address of the provider's page, from the answer to a payment's start. */
export function paymentPageOf({ body, text }: Answer<BodyAt<"POST", "/api/orders/{}/payment">>): string {
  if (body.status !== "redirect") throw new Error(`No page to pay on: ${text}`);
  return body.url;
}

/** What the sandbox's page answers to a button. */
interface Pressed {
  status?: string;
  redirectUrl?: string;
}

/** Presses a button on the sandbox's page. */
export function completePage(who: Client, url: string, outcome: string): Promise<Answer<Pressed>> {
  return who.call<Pressed>("POST", `${new URL(url).pathname}/complete`, { outcome });
}
