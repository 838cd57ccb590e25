import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { answer, type Effect } from "./api.ts";
import { Books, Refusal, type DisputeEntry, type SessionEntry } from "./books.ts";
import { readForm, textOf } from "./form.ts";
import { Notices, type Carrier } from "./notices.ts";
import { payPage } from "./page.ts";

/**
 * A fault of the next fitting calls. `hang before` never answers and does nothing, `hang after` does what was asked and
 * never answers; `500 kept` answers the same failure to every repeat of the key, as the processor does once it began;
 * `500 after` does what was asked, and answers a failure that it keeps.
 */
export type Fault =
  | "hang before"
  | "hang after"
  | "drop before"
  | "drop after"
  | "429"
  | "500"
  | "500 kept"
  | "500 after"
  | { delayMs: number };

/** Where and how often a fault strikes: `POST /v1/refunds`, once unless it says more. */
export interface ScriptLine {
  on: string;
  fault: Fault;
  times?: number;
}

interface Kept {
  asked: string;
  status?: number;
  body?: string;
}

export interface FakeStripeOptions {
  secret?: string;
  live?: boolean;
  carrier?: Carrier;
  /** What it knows already; nothing unless said. */
  books?: Books;
  /** Calls a second that each endpoint takes before it answers 429. */
  perSecond?: number;
}

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

/**
 * A card processor of the test's own: a real HTTP server with the API that the official library speaks, books of its own,
 * signed notices, idempotency keys, and faults by script. Amounts in minor units.
 */
export async function startFakeStripe(options: FakeStripeOptions = {}) {
  const secret = options.secret ?? "whsec_of_the_fake";
  const live = options.live ?? false;
  const books = options.books ?? new Books(live);
  const notices = new Notices(secret, books, options.carrier ?? (async () => 0));
  const desk = {
    books,
    notices,
    script: [] as Required<ScriptLine>[],
    keys: new Map<string, Kept>(),
    forgetful: false,
  };
  const calls: { method: string; path: string; key: string | undefined; status: number; at: number }[] = [];
  const recent = new Map<string, number[]>();
  const sockets = new Set<Socket>();

  const server = createServer((request, response) => {
    void receive(request).then(async (text) => {
      // Whoever hung up in the middle of asking hears nothing.
      if (text === undefined) return;
      const url = new URL(request.url ?? "/", "http://fake");
      if (url.pathname.startsWith("/pay/")) return servePage(desk, url.pathname.slice(5), request, response, text);
      const at = Date.now();
      const endpoint = `${request.method} ${url.pathname.replace(/\/(cs_test|pi|ch|re|dp)_[^/]+/, "/{id}")}`;
      const times = (recent.get(endpoint) ?? []).filter((time) => time > at - 1000);
      const busy = times.length >= (options.perSecond ?? 25);
      recent.set(endpoint, busy ? times : [...times, at]);
      const key = request.headers["idempotency-key"] as string | undefined;
      const status = await serveCall(desk, { request, response, text, url, key, endpoint, busy });
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
    /** What a site needs to take its payments here. */
    settings: {
      PAYMENTS: "stripe",
      STRIPE_SECRET_KEY: `sk_${live ? "live" : "test"}_fake`,
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_BASE: url,
    },
    ledger: books,
    notices,
    /** Every call that came in, with its answer's status; 0 for none. */
    calls,
    /** Lets every repeat be a request of its own, as after a day: for negative controls. */
    forgetKeys: () => void (desk.forgetful = true),
    script: (lines: ScriptLine[]) => void desk.script.push(...lines.map((line) => ({ times: 1, ...line }))),
    ...buttons(books, notices),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** What buyers, banks and time do. */
function buttons(books: Books, notices: Notices) {
  const told = async (type: string, object: object) => notices.tell(type, object);
  const chargeIn = (session: string) => books.chargeOf(books.session(session).payment_intent!);
  return {
    pay: (session: string) => told("checkout.session.completed", books.pay(session)),
    decline: async (session: string) => void books.decline(session),
    payLate: (session: string) => told("checkout.session.completed", books.payLate(session)),
    arrive: (session: string) => told("checkout.session.async_payment_succeeded", books.pay(session)),
    failLate: (session: string) => told("checkout.session.async_payment_failed", books.failLate(session)),
    endRefund: (refund: string, status: "succeeded" | "failed") =>
      told(status === "failed" ? "refund.failed" : "refund.updated", books.endRefund(refund, status)),
    chargeIn,
    /** What somebody refunds on the processor's own desk, past the site. */
    async refundAtDesk(charge: string, amount?: number) {
      const refund = books.refund(books.charges.get(charge)!.payment_intent, amount, {});
      await told("refund.created", refund);
      await told("charge.refunded", books.charges.get(charge)!);
      return refund;
    },
    async dispute(charge: string, amount?: number): Promise<DisputeEntry> {
      const dispute = books.dispute(charge, amount);
      await told("charge.dispute.created", dispute);
      await told("charge.dispute.funds_withdrawn", books.moveDisputed(dispute.id, "withdrawn"));
      return dispute;
    },
    async closeDispute(dispute: string, status: "won" | "lost"): Promise<void> {
      const closed = books.closeDispute(dispute, status);
      if (status === "won") await told("charge.dispute.funds_reinstated", books.moveDisputed(dispute, "reinstated"));
      await told("charge.dispute.closed", closed);
    },
    /** All money by our own names of it, for comparing the books. */
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

type Desk = {
  books: Books;
  notices: Notices;
  script: Required<ScriptLine>[];
  keys: Map<string, Kept>;
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

/** What was asked, or undefined where the line broke before all of it was there. */
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

function takeFault(desk: Desk, endpoint: string): Fault | undefined {
  const line = desk.script.find(({ on, times }) => on === endpoint && times > 0);
  if (line !== undefined) line.times--;
  return line?.fault;
}

async function serveCall(desk: Desk, call: Incoming): Promise<number> {
  const { request, response, key, endpoint } = call;
  if (!/^Bearer (sk|rk)_(test|live)_/.test(request.headers.authorization ?? "")) {
    return send(response, 401, { error: { type: "invalid_request_error", message: "Invalid API Key provided" } });
  }
  const fault = takeFault(desk, endpoint);
  if (typeof fault === "object") await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
  if (call.busy || fault === "429") return send(response, 429, tooMany);
  if (fault === "hang before") return 0;
  if (fault === "drop before") return (response.destroy(), 0);
  if (fault === "500") return send(response, 500, failure);

  const asked = `${endpoint} ${call.url.pathname} ${call.text}`;
  const kept = request.method === "POST" && key !== undefined && !desk.forgetful ? desk.keys.get(key) : undefined;
  if (kept !== undefined && kept.asked !== asked) {
    const message = "Keys for idempotent requests can only be used with the same parameters they were first used with.";
    return send(response, 400, { error: { type: "idempotency_error", message } });
  }
  if (kept?.status !== undefined) {
    return send(response, kept.status, kept.body!, { "idempotent-replayed": "true", "idempotency-key": key! });
  }
  return execute(desk, call, fault, asked);
}

async function execute(desk: Desk, call: Incoming, fault: Fault | undefined, asked: string): Promise<number> {
  const { request, response, key } = call;
  const keep = (status: number, body: object) => {
    const text = JSON.stringify(body);
    if (request.method === "POST" && key !== undefined) desk.keys.set(key, { asked, status, body: text });
    return text;
  };
  if (fault === "500 kept") return send(response, 500, keep(500, failure));
  let effect: Effect;
  try {
    const form = readForm(request.method === "GET" ? call.url.search.slice(1) : call.text);
    const pageBase = `http://${request.headers.host}`;
    effect = answer(desk.books, { method: request.method!, path: call.url.pathname, form, pageBase });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // What is refused for its parameters never began: nothing of it is kept under the key.
    return send(response, error.status, { error: error.error });
  }
  const text = keep(fault === "500 after" ? 500 : 200, fault === "500 after" ? failure : effect.body);
  // Notices come as they do in life: some before the answer, all of them on their own.
  if (effect.happens) desk.notices.follow(effect.happens(desk.notices));
  if (fault === "hang after") return 0;
  if (fault === "drop after") return (response.destroy(), 0);
  return send(response, fault === "500 after" ? 500 : 200, text);
}

async function servePage(
  desk: Desk,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
): Promise<void> {
  let session: SessionEntry;
  try {
    session = desk.books.session(id);
    if (request.method === "POST") {
      const outcome = textOf(readForm(text), "outcome");
      if (outcome === "decline") desk.books.decline(id);
      else {
        const paid = outcome === "late" ? desk.books.payLate(id) : desk.books.pay(id);
        await desk.notices.tell("checkout.session.completed", paid);
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
