import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { answer, type Effect } from "./api.ts";
import { Books, Refusal, type DisputeEntry, type SessionEntry } from "./books.ts";
import { readForm, textOf } from "./form.ts";
import { WebhookEvents, type Carrier } from "./webhook-events.ts";
import { payPage } from "./page.ts";

/**
 * A fault of the next matching calls. `hang before` does nothing and never answers; `hang after` executes the call and
 * never answers; `500 kept` answers every repeat of the key with the same failure, as the processor does once it has
 * started; `500 after` executes the call, but answers with a failure that it keeps.
 */
export type Fault =
  | "hang before"
  | "hang after"
  | "drop before"
  | "drop after"
  | "401"
  | "403"
  | "429"
  | "500"
  | "500 kept"
  | "500 after"
  | { delayMs: number };

/** Where and how often a fault occurs: on `POST /v1/refunds`, say; once by default. */
export interface ScriptLine {
  on: string;
  fault: Fault;
  times?: number;
}

interface StoredReply {
  requestText: string;
  status?: number;
  body?: string;
}

export interface FakeStripeOptions {
  secret?: string;
  live?: boolean;
  carrier?: Carrier;
  /** The initial data; empty by default. */
  books?: Books;
  /** Calls per second that each endpoint accepts before it answers 429. */
  perSecond?: number;
}

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

/**
 * A card processor for one test: a real HTTP server with the API that the official library uses, its own books, signed
 * webhook events, idempotency keys, and scripted faults. Amounts in minor units.
 */
export async function startFakeStripe(options: FakeStripeOptions = {}) {
  const secret = options.secret ?? "whsec_of_the_fake";
  const live = options.live ?? false;
  const books = options.books ?? new Books(live);
  const webhookEvents = new WebhookEvents(secret, books, options.carrier ?? (async () => 0));
  const fake = {
    books,
    webhookEvents,
    script: [] as Required<ScriptLine>[],
    keys: new Map<string, StoredReply>(),
    forgetful: false,
  };
  const calls: { method: string; path: string; key: string | undefined; status: number; at: number }[] = [];
  const recent = new Map<string, number[]>();
  const sockets = new Set<Socket>();

  const server = createServer((request, response) => {
    void receive(request).then(async (text) => {
      // A client that disconnected in the middle of its request gets no response.
      if (text === undefined) return;
      const url = new URL(request.url ?? "/", "http://fake");
      if (url.pathname.startsWith("/pay/")) return servePage(fake, url.pathname.slice(5), request, response, text);
      const at = Date.now();
      const endpoint = `${request.method} ${url.pathname.replace(/\/(cs_test|pi|ch|re|dp)_[^/]+/, "/{id}")}`;
      const times = (recent.get(endpoint) ?? []).filter((time) => time > at - 1000);
      const busy = times.length >= (options.perSecond ?? 25);
      recent.set(endpoint, busy ? times : [...times, at]);
      const key = request.headers["idempotency-key"] as string | undefined;
      const status = await serveCall(fake, { request, response, text, url, key, endpoint, busy });
      calls.push({ method: request.method!, path: url.pathname, key, status, at });
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    secret,
    /** The settings a site needs to take payments here. */
    settings: {
      PAYMENTS: "stripe",
      STRIPE_SECRET_KEY: `sk_${live ? "live" : "test"}_fake`,
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_BASE: url,
    },
    ledger: books,
    webhookEvents,
    /** Every call received, with its response's status; 0 means no response. */
    calls,
    /** Treats every repeat as a new request, as after a day: for negative controls. */
    forgetKeys: () => void (fake.forgetful = true),
    script: (lines: ScriptLine[]) => void fake.script.push(...lines.map((line) => ({ times: 1, ...line }))),
    ...buttons(books, webhookEvents),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** What buyers and banks do, now and later. */
function buttons(books: Books, webhookEvents: WebhookEvents) {
  const emit = async (type: string, object: object) => webhookEvents.emit(type, object);
  const chargeIn = (session: string) => books.chargeOf(books.session(session).payment_intent!);
  return {
    pay: (session: string, method?: string) => emit("checkout.session.completed", books.pay(session, method)),
    decline: async (session: string, method?: string) => void books.decline(session, method),
    payLate: (session: string, method?: string) => emit("checkout.session.completed", books.payLate(session, method)),
    arrive: (session: string, method?: string) =>
      emit("checkout.session.async_payment_succeeded", books.pay(session, method)),
    failLate: (session: string) => emit("checkout.session.async_payment_failed", books.failLate(session)),
    endRefund: (refund: string, status: "succeeded" | "failed") =>
      emit(status === "failed" ? "refund.failed" : "refund.updated", books.endRefund(refund, status)),
    chargeIn,
    /** A refund that someone makes in the processor's own dashboard, outside the site. */
    async refundInDashboard(charge: string, amount?: number) {
      const refund = books.refund(books.charges.get(charge)!.payment_intent, amount, {});
      await emit("refund.created", refund);
      await emit("charge.refunded", books.charges.get(charge)!);
      return refund;
    },
    async dispute(charge: string, amount?: number): Promise<DisputeEntry> {
      const dispute = books.dispute(charge, amount);
      await emit("charge.dispute.created", dispute);
      await emit("charge.dispute.funds_withdrawn", books.moveDisputed(dispute.id, "withdrawn"));
      return dispute;
    },
    async closeDispute(dispute: string, status: "won" | "lost"): Promise<void> {
      const closed = books.closeDispute(dispute, status);
      if (status === "won") await emit("charge.dispute.funds_reinstated", books.moveDisputed(dispute, "reinstated"));
      await emit("charge.dispute.closed", closed);
    },
    /** All money under our own names, to compare the books. */
    books: () => ({
      charges: [...books.charges.values()].map((charge) => ({
        ref: charge.payment_intent,
        paymentId: charge.metadata.payment_id,
        amountCents: charge.amount,
      })),
      refunds: [...books.refunds.values()].map((refund) => ({
        ref: refund.id,
        refundId: refund.metadata.refund_id,
        amountCents: refund.amount,
        status: refund.status,
      })),
      disputes: [...books.disputes.values()].map(({ id, amount, status }) => ({
        ref: id,
        amountCents: amount,
        status,
      })),
    }),
  };
}

type Fake = {
  books: Books;
  webhookEvents: WebhookEvents;
  script: Required<ScriptLine>[];
  keys: Map<string, StoredReply>;
  forgetful: boolean;
};

interface Incoming {
  request: IncomingMessage;
  response: ServerResponse;
  text: string;
  url: URL;
  key: string | undefined;
  endpoint: string;
  busy: boolean;
}

/** The request body, or undefined if the connection broke before all of it arrived. */
async function receive(request: IncomingMessage): Promise<string | undefined> {
  let text = "";
  request.setEncoding("utf8");
  try {
    for await (const chunk of request) text += chunk as string;
  } catch {
    return undefined;
  }
  return text;
}

const failure = { error: { type: "api_error", message: "An unknown error occurred" } };
const refused = { error: { type: "invalid_request_error", message: "This key may not do that" } };
const tooMany = { error: { type: "invalid_request_error", code: "rate_limit", message: "Too many requests" } };

function send(
  response: ServerResponse,
  status: number,
  body: object | string,
  headers: Record<string, string> = {},
): number {
  response.writeHead(status, { "content-type": "application/json", "request-id": `req_${Date.now()}`, ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
  return status;
}

function consumeFault(fake: Fake, endpoint: string): Fault | undefined {
  const line = fake.script.find(({ on, times }) => on === endpoint && times > 0);
  if (line !== undefined) line.times--;
  return line?.fault;
}

async function serveCall(fake: Fake, call: Incoming): Promise<number> {
  const { request, response, key, endpoint } = call;
  if (!/^Bearer (sk|rk)_(test|live)_/.test(request.headers.authorization ?? "")) {
    return send(response, 401, { error: { type: "invalid_request_error", message: "Invalid API Key provided" } });
  }
  const fault = consumeFault(fake, endpoint);
  if (typeof fault === "object") await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
  if (call.busy || fault === "429") return send(response, 429, tooMany);
  if (fault === "401" || fault === "403") return send(response, Number(fault), refused);
  if (fault === "hang before") return 0;
  if (fault === "drop before") return (response.destroy(), 0);
  if (fault === "500") return send(response, 500, failure);

  const requestText = `${endpoint} ${call.url.pathname} ${call.text}`;
  const stored = request.method === "POST" && key !== undefined && !fake.forgetful ? fake.keys.get(key) : undefined;
  if (stored !== undefined && stored.requestText !== requestText) {
    const message = "Keys for idempotent requests can only be used with the same parameters they were first used with.";
    return send(response, 400, { error: { type: "idempotency_error", message } });
  }
  if (stored?.status !== undefined) {
    return send(response, stored.status, stored.body!, { "idempotent-replayed": "true", "idempotency-key": key! });
  }
  return execute(fake, call, fault, requestText);
}

async function execute(fake: Fake, call: Incoming, fault: Fault | undefined, requestText: string): Promise<number> {
  const { request, response, key } = call;
  const storeReply = (status: number, body: object) => {
    const text = JSON.stringify(body);
    if (request.method === "POST" && key !== undefined) fake.keys.set(key, { requestText, status, body: text });
    return text;
  };
  if (fault === "500 kept") return send(response, 500, storeReply(500, failure));
  let effect: Effect;
  try {
    const form = readForm(request.method === "GET" ? call.url.search.slice(1) : call.text);
    const pageBase = `http://${request.headers.host}`;
    effect = answer(fake.books, { method: request.method!, path: call.url.pathname, form, pageBase });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A call that is rejected for its parameters never started: nothing is stored under its key.
    return send(response, error.status, { error: error.error });
  }
  const text = storeReply(fault === "500 after" ? 500 : 200, fault === "500 after" ? failure : effect.body);
  // Webhook events arrive as in production: some before the response, all of them independently.
  if (effect.happens) fake.webhookEvents.follow(effect.happens(fake.webhookEvents));
  if (fault === "hang after") return 0;
  if (fault === "drop after") return (response.destroy(), 0);
  return send(response, fault === "500 after" ? 500 : 200, text);
}

async function servePage(
  fake: Fake,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
): Promise<void> {
  let session: SessionEntry;
  try {
    session = fake.books.session(id);
    if (request.method === "POST") {
      const form = readForm(text);
      const outcome = textOf(form, "outcome");
      if (outcome === "decline") fake.books.decline(id, textOf(form, "method"));
      else {
        const paid = outcome === "late" ? fake.books.payLate(id) : fake.books.pay(id, textOf(form, "method"));
        await fake.webhookEvents.emit("checkout.session.completed", paid);
        response.writeHead(303, { location: session.success_url }).end();
        return;
      }
    }
  } catch {
    response.writeHead(410, { "content-type": "text/plain" }).end("This page is closed");
    return;
  }
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(payPage(session));
}
