import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { AppError } from "#server/platform/app-error.ts";
import { coalesce } from "#server/platform/coalesce.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { PaymentProvider, ProviderSession, SessionRequest } from "../provider.ts";
import * as books from "./books.ts";
import { claimDeliveries, markDelivered as markAll, type Delivery } from "./deliveries-store.ts";
import * as money from "./money-store.ts";
import { checkNotice, signNotice } from "./signature.ts";

/** Carries a notice from the sandbox to us. Tests put one of their own in between: to drop, delay or repeat notices. */
export type Courier = (send: () => Promise<boolean>, delivery: Delivery) => Promise<boolean>;

/** What the buyer chose on the sandbox's page. */
export type Choice = "approve" | "decline" | "approve_late" | "approve_disputed" | "cancel";

export interface Sandbox {
  provider: PaymentProvider;
  findEntry(ref: string): Promise<books.BookEntry | undefined>;
  /** Does what the page's buttons say; answers after the notice has arrived, as hosted pages do. */
  complete(ref: string, choice: Choice): Promise<books.BookEntry>;
  /** What befalls money that was paid: for tests and demonstrations. Notices go out with the next `work()`. */
  dispute(sessionRef: string, amountCents?: number): Promise<string>;
  closeDispute(ref: string, state: "won" | "lost"): Promise<void>;
  endRefund(ref: string, state: "done" | "failed"): Promise<void>;
  /** A refund that somebody makes at the provider's own desk, past us. */
  refundAtDesk(sessionRef: string, amountCents: number): Promise<string>;
  /** Money that arrives late and notices that did not arrive: the sandbox's own sweep. */
  work(): Promise<boolean>;
}

/** How long money on its way takes. */
const lateSeconds = 20;

const outcomeOf: Record<Choice, { state: books.Outcome["state"]; type: string }> = {
  approve: { state: "approved", type: "session.approved" },
  decline: { state: "declined", type: "session.declined" },
  approve_late: { state: "processing", type: "session.processing" },
  approve_disputed: { state: "approved", type: "session.approved" },
  cancel: { state: "cancelled", type: "session.cancelled" },
};

const newRef = (prefix: string) => `${prefix}_${randomBytes(18).toString("base64url")}`;

/**
 * The built-in provider for trying things out: it takes no real money, keeps books of its own, shows a page of its own,
 * and tells us of payments only as a foreign provider would, by signed notices and by look-up.
 */
export function createSandbox(deps: Deps, server: FastifyInstance, courier: Courier = (send) => send()): Sandbox {
  const key = deps.keys["sandbox-webhooks"];
  const { db } = deps;

  const { open, find, write, markDelivered } = openBooks(db);
  async function deliver(delivery: Delivery): Promise<void> {
    const { eventId: id, kind, type, ref } = delivery;
    const body = JSON.stringify({ id, kind, type, ref });
    const send = async () => {
      const answer = await server.inject({
        method: "POST",
        url: "/api/payments/webhooks/sandbox",
        headers: { "content-type": "application/json", "sandbox-signature": signNotice(body, key) },
        payload: body,
      });
      return answer.statusCode === 200;
    };
    try {
      if (await courier(send, delivery)) await markDelivered(delivery.eventId);
    } catch (error) {
      deps.log.warn({ err: error, eventId: delivery.eventId }, "the sandbox could not deliver a notice");
    }
  }

  const fates = fatesOf(db);
  return {
    provider: {
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
        return asSession(await books.closeSession(db, paymentId, newRef("sbx")));
      },
      refund: ({ refundId, ref, amountCents }) =>
        money.writeRefund(db, { ref: newRef("sbr"), refundId, sessionRef: ref, amountCents }),
      findRefund: (ref) => money.findRefund(db, ref),
      findDispute: (ref) => money.findDispute(db, ref),
      listMoney: (span) => money.listMoney(db, span),
      readWebhook(headers, rawBody) {
        checkNotice(headers["sandbox-signature"], rawBody, key);
        const notice = JSON.parse(rawBody) as { id: string; kind: Delivery["kind"]; ref: string };
        return { eventId: notice.id, kind: notice.kind, ref: notice.ref };
      },
    },
    findEntry: find,
    async complete(ref, choice) {
      const { state, type } = outcomeOf[choice];
      const eventId = newRef("evt");
      const settlesInSeconds = choice === "approve_late" ? lateSeconds : null;
      const entry = await write({ ref, state, settlesInSeconds, eventId, type });
      if (entry === undefined) {
        if ((await find(ref)) === undefined) throw new AppError("not_found");
        throw new AppError("payment_closed");
      }
      await deliver({ eventId, kind: "session", ref, type });
      if (choice === "approve_disputed") await fates.dispute(ref);
      return entry;
    },
    ...fates,
    async work() {
      await books.settleDue(db);
      const due = await claimDeliveries(db, 50);
      await Promise.all(due.map(deliver));
      return due.length === 50;
    },
  };
}

/** What buyers, banks and people at the sandbox's own desk do with money that was paid. */
function fatesOf(db: Deps["db"]): Pick<Sandbox, "dispute" | "closeDispute" | "endRefund" | "refundAtDesk"> {
  return {
    async dispute(sessionRef, amountCents) {
      const ref = newRef("sbd");
      await money.writeDispute(db, { ref, sessionRef, amountCents: amountCents ?? null });
      return ref;
    },
    closeDispute: (ref, state) => money.closeDispute(db, ref, state),
    endRefund: (ref, state) => money.endRefund(db, ref, state),
    async refundAtDesk(sessionRef, amountCents) {
      const ref = newRef("sbr");
      await money.refundAtDesk(db, { ref, sessionRef, amountCents });
      return ref;
    },
  };
}

/** The books, written by requests that arrive together in one statement each. */
function openBooks(db: Deps["db"]) {
  const open = coalesce<SessionRequest, books.BookEntry>({
    async run(requests) {
      const entries = await books.openSessions(
        db,
        requests.map((request) => ({ ...request, ref: newRef("sbx") })),
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
      const written = new Map(
        (await books.writeOutcomes(db, firstOfEach(outcomes))).map((entry) => [entry.ref, entry]),
      );
      return outcomes.map((outcome) => {
        const entry = written.get(outcome.ref);
        // Of two choices made at once for one session the first one counts; the other finds it closed.
        const mine = entry !== undefined && outcomes.find((other) => other.ref === outcome.ref) === outcome;
        return { ok: true, value: mine ? entry : undefined };
      });
    },
  });
  const markDelivered = coalesce<string, void>({
    async run(eventIds) {
      await markAll(db, eventIds);
      return eventIds.map(() => ({ ok: true, value: undefined }));
    },
  });
  return { open, find, write, markDelivered };
}

function firstOfEach(outcomes: books.Outcome[]): books.Outcome[] {
  const first = new Map<string, books.Outcome>();
  for (const outcome of outcomes) if (!first.has(outcome.ref)) first.set(outcome.ref, outcome);
  return [...first.values()];
}

function asSession(entry: books.BookEntry): ProviderSession {
  const { ref, paymentId, state, amountCents, currency } = entry;
  return { ref, paymentId, state, amountCents, currency, chargeRef: state === "approved" ? ref : null };
}
