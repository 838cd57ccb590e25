import { createHmac, timingSafeEqual } from "node:crypto";
import { preparedKey } from "#server/platform/prepared-keys.ts";
import type { FastifyInstance } from "fastify";
import { AppError } from "#server/platform/app-error.ts";
import { coalesce } from "#server/platform/coalesce.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { PaymentProvider, ProviderSession, SessionRequest } from "../provider.ts";
import * as books from "./books.ts";
import * as money from "./money-store.ts";

/** Seconds by which a webhook event's time can be off: older ones could be replays. */
const toleranceSeconds = 300;

/** Signs a webhook event as the sandbox does: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export function signWebhookEvent(body: string, key: Buffer, nowMs = Date.now()): string {
  const time = Math.floor(nowMs / 1000);
  return `t=${time},v1=${macOf(time, body, key).toString("hex")}`;
}

/**
 * Checks a webhook event's signature and age against the raw body.
 *
 * @throws AppError `bad_signature`
 */
function checkWebhookEvent(header: unknown, body: string, key: Buffer, nowMs = Date.now()): void {
  const match = typeof header === "string" ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null;
  if (match === null) throw new AppError("bad_signature");
  const time = Number(match[1]);
  const signature = Buffer.from(match[2]!, "hex");
  const fresh = Math.abs(nowMs / 1000 - time) <= toleranceSeconds;
  if (!fresh || !timingSafeEqual(signature, macOf(time, body, key))) throw new AppError("bad_signature");
}

function macOf(time: number, body: string, key: Buffer): Buffer {
  return createHmac("sha256", preparedKey(key)).update(`${time}.${body}`).digest();
}

/** Delivers a webhook event from the sandbox to us. Tests use their own courier to drop, delay or repeat events. */
export type Courier = (send: () => Promise<boolean>, delivery: books.Delivery) => Promise<boolean>;

/** What the buyer chose on the sandbox's page. */
type Choice = "approve" | "decline" | "approve_late" | "approve_disputed" | "cancel";

export type Sandbox = ReturnType<typeof createSandbox>;

/** How long pending money takes. */
const lateSeconds = 20;

const outcomeOf: Record<Choice, { status: books.Outcome["status"]; type: string }> = {
  approve: { status: "approved", type: "session.approved" },
  decline: { status: "declined", type: "session.declined" },
  approve_late: { status: "processing", type: "session.processing" },
  approve_disputed: { status: "approved", type: "session.approved" },
  cancel: { status: "canceled", type: "session.canceled" },
};

/**
 * The built-in provider for testing: it takes no real money, keeps its own records, shows its own page, and reports
 * payments to us only as an external provider would, by signed webhook events and lookups.
 */
export function createSandbox(deps: Deps, server: FastifyInstance, courier: Courier = (send) => send()) {
  const key = deps.keys["sandbox-webhooks"];
  const { db } = deps;

  const { open, find, write, markDelivered } = openBooks(db);
  async function deliver(delivery: books.Delivery): Promise<void> {
    const { webhookEventId: id, kind, type, ref } = delivery;
    const body = JSON.stringify({ id, kind, type, ref });
    const send = async () => {
      const answer = await server.inject({
        method: "POST",
        url: "/api/payments/webhooks/sandbox",
        headers: { "content-type": "application/json", "sandbox-signature": signWebhookEvent(body, key) },
        payload: body,
      });
      return answer.statusCode === 200;
    };
    try {
      if (await courier(send, delivery)) await markDelivered(delivery.webhookEventId);
    } catch (error) {
      deps.log.warn(
        { err: error, webhookEventId: delivery.webhookEventId },
        "the sandbox couldn't deliver a webhook event",
      );
    }
  }

  const fates = fatesOf(db);
  const provider: PaymentProvider = {
    name: "sandbox",
    async openSession(request) {
      const entry = await open(request);
      return { ref: entry.ref, url: `${deps.config.baseUrl}/api/payments/sandbox/${entry.ref}` };
    },
    async findSession(ref) {
      const entry = await find(ref);
      return entry === undefined ? undefined : asSession(entry);
    },
    async expireSession({ paymentId }) {
      return asSession(await books.closeSession(db, paymentId, money.newRef("sbx")));
    },
    refund: ({ refundId, ref, amountCents }) =>
      money.writeRefund(db, { ref: money.newRef("sbr"), refundId, sessionRef: ref, amountCents }),
    findRefund: (ref) => money.findRefund(db, ref),
    findDispute: (ref) => money.findDispute(db, ref),
    listMoney: (span) => money.listMoney(db, span),
    readWebhook(headers, rawBody) {
      checkWebhookEvent(headers["sandbox-signature"], rawBody, key);
      const webhookEvent = JSON.parse(rawBody) as { id: string; kind: books.Delivery["kind"]; ref: string };
      return { webhookEventId: webhookEvent.id, kind: webhookEvent.kind, ref: webhookEvent.ref };
    },
  };
  return {
    provider,
    findEntry: find,
    /** Does what the page's buttons say; returns after the webhook event has arrived, as hosted pages do. */
    async complete(ref: string, choice: Choice) {
      const { status, type } = outcomeOf[choice];
      const webhookEventId = money.newRef("evt");
      const settlesInSeconds = choice === "approve_late" ? lateSeconds : null;
      const entry = await write({ ref, status, settlesInSeconds, webhookEventId, type });
      if (entry === undefined) {
        if ((await find(ref)) === undefined) throw new AppError("not_found");
        throw new AppError("payment_closed");
      }
      await deliver({ webhookEventId, kind: "session", ref, type });
      if (choice === "approve_disputed") await fates.dispute(ref);
      return entry;
    },
    ...fates,
    /** The sandbox's own job: captures late money and resends undelivered webhook events. */
    async work() {
      await books.settleDue(db);
      const due = await books.claimDeliveries(db, 50);
      await Promise.all(due.map(deliver));
      return due.length === 50;
    },
  };
}

/**
 * What buyers, banks and users of the sandbox's own dashboard do with paid money: for tests and demos. The next `work()`
 * sends the webhook events.
 */
function fatesOf(db: Deps["db"]) {
  return {
    dispute: (sessionRef: string, amountCents?: number) => money.writeDispute(db, sessionRef, amountCents),
    closeDispute: (ref: string, status: "won" | "lost") => money.closeDispute(db, ref, status),
    endRefund: (ref: string, status: "done" | "failed") => money.endRefund(db, ref, status),
    /** A refund made in the provider's own dashboard, outside of our site. */
    refundInDashboard: (sessionRef: string, amountCents: number) =>
      money.refundInDashboard(db, sessionRef, amountCents),
  };
}

/** The sandbox's records; requests that arrive together are written in one statement each. */
function openBooks(db: Deps["db"]) {
  const open = coalesce<SessionRequest, books.BookEntry>({
    async run(requests) {
      const entries = await books.openSessions(
        db,
        requests.map((request) => ({ ...request, ref: money.newRef("sbx") })),
      );
      const byPayment = new Map(entries.map((entry) => [entry.paymentId, entry]));
      return requests.map((request) => ({ ok: true, value: byPayment.get(request.paymentId)! }));
    },
  });
  const find = coalesce<string, books.BookEntry | undefined>({
    async run(refs) {
      const entries = new Map((await books.findSessions(db, refs)).map((entry) => [entry.ref, entry]));
      return refs.map((ref) => ({ ok: true, value: entries.get(ref) }));
    },
  });
  const write = coalesce<books.Outcome, books.BookEntry | undefined>({
    async run(outcomes) {
      // Of two concurrent choices for one session the first one counts; the other finds it closed.
      const first = [...new Map(outcomes.toReversed().map((outcome) => [outcome.ref, outcome])).values()];
      const written = new Map((await books.writeOutcomes(db, first)).map((entry) => [entry.ref, entry]));
      return outcomes.map((outcome) => ({
        ok: true,
        value: first.includes(outcome) ? written.get(outcome.ref) : undefined,
      }));
    },
  });
  const markDelivered = coalesce<string, void>({
    async run(webhookEventIds) {
      await books.markDelivered(db, webhookEventIds);
      return webhookEventIds.map(() => ({ ok: true, value: undefined }));
    },
  });
  return { open, find, write, markDelivered };
}

function asSession(entry: books.BookEntry): ProviderSession {
  const { ref, paymentId, status, amountCents, currency } = entry;
  return { ref, paymentId, status, amountCents, currency, chargeRef: status === "approved" ? ref : null };
}
