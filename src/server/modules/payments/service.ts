import { AppError } from "#server/platform/app-error.ts";
import { type Queryable, type Tx, inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import type { Host } from "#server/platform/module.ts";
import { ProviderBusy, ProviderDown, type PaymentProvider, type SessionRequest } from "./provider.ts";
import { isLive } from "./rules.ts";
import { createSandbox, type Sandbox } from "./sandbox/sandbox.ts";
import { createStripe } from "./stripe/index.ts";
import { createSettle, type Settlement } from "./settle.ts";
import * as store from "./store.ts";
import { extendDeadlines } from "./store.ts";

/** Seconds by which a subject's deadline moves back, once, when the provider is down. */
const graceSeconds = 600;

/**
 * Gives buyers who can't pay because the provider is down ten more minutes: their page closes and their order expires
 * that much later. Once per subject, on any node, however many attempts it has and however long the outage lasts.
 * Subjects that are no longer live, or had their grace, stay as they are.
 *
 * Never throws: without the grace the old deadline stands, which is also safe.
 *
 * @param paymentIds attempts for which the provider didn't respond
 */
async function grantGrace(deps: Deps, paymentIds: string[]): Promise<void> {
  if (paymentIds.length === 0) return;
  try {
    const extendedCount = await inTransaction(deps.db, async (tx) => {
      const late = await extendDeadlines(tx, paymentIds, graceSeconds);
      await deps.bus.emit(
        tx,
        "payment.put_off",
        late.map(({ id, subjectId }) => ({ paymentId: id, subjectId, seconds: graceSeconds })),
      );
      return late.length;
    });
    if (extendedCount > 0)
      deps.log.warn(
        { orders: extendedCount },
        "the payment provider isn't responding: holding stock ten minutes longer",
      );
  } catch (error) {
    deps.log.error({ err: error }, "couldn't extend holds while the payment provider isn't responding");
  }
}

/** The payments of one app: the provider in use and how its reports are applied. */
export interface Payments {
  /** Takes new payments. */
  provider: PaymentProvider;
  /**
   * The provider of an earlier payment: the settings may have changed since.
   *
   * @throws Error when its keys are missing from the settings
   */
  providerOf: (name: PaymentProvider["name"]) => PaymentProvider;
  sandbox: Sandbox;
  settle: (settlement: Settlement) => Promise<void>;
}

/** Sets up payments with the provider from the settings. */
export function createPayments({ deps, server, options }: Host): Payments {
  const sandbox = createSandbox(deps, server, options.courier);
  const { stripe: settings, payments: inUse } = deps.config;
  const stripe = settings === undefined ? undefined : createStripe(deps.db, settings);
  const chosen = inUse === "stripe" ? stripe : sandbox.provider;
  if (chosen === undefined) throw new Error("PAYMENTS=stripe needs keys");
  const provider = options.wrapProvider?.(chosen) ?? chosen;
  const providers = { sandbox: sandbox.provider, stripe, [provider.name]: provider };
  return {
    provider,
    providerOf(name) {
      const found = providers[name];
      if (found === undefined) throw new Error(`There are ${name} payments, but the settings have no ${name} keys`);
      return found;
    },
    sandbox,
    settle: createSettle(deps),
  };
}

/** Stores an attempt for each subject, in the caller's transaction; `openPage` then gets the provider's address. */
export async function startPayments(
  tx: Tx,
  provider: PaymentProvider["name"],
  subjects: Omit<store.NewPayment, "id" | "provider">[],
): Promise<store.PaymentRow[]> {
  const payments = subjects.map((subject) => ({ ...subject, id: newId(), provider }));
  if (payments.length > 0) await store.insertPayments(tx, payments);
  const fresh = { providerRef: null, capturedCents: null, redirectUrl: null, status: "starting" as const };
  return payments.map((payment) => ({ ...payment, ...fresh }));
}

/**
 * Asks the provider for the page of an attempt. Safe to repeat: the provider knows the attempt by its id. If the
 * provider is down, the subject gets ten more minutes, once.
 *
 * @throws AppError `unavailable` when the provider isn't responding; the attempt stays and can be retried
 */
export async function openPage(
  deps: Deps,
  payments: Payments,
  payment: store.PaymentRow,
): Promise<{ ref: string; url: string }> {
  if (payment.redirectUrl !== null && payment.providerRef !== null) {
    return { ref: payment.providerRef, url: payment.redirectUrl };
  }
  try {
    return await payments.providerOf(payment.provider).openSession(requestOf(payment));
  } catch (error) {
    if (error instanceof ProviderDown) await grantGrace(deps, [payment.id]);
    throw new AppError("unavailable", {
      message: "The payment page is busy. Your order is still on hold, so try again in a moment.",
      retryAfterSeconds: secondsUntilFree(error),
      cause: error,
    });
  }
}

const secondsUntilFree = (error: unknown) => (error instanceof ProviderBusy ? error.retryAfterSeconds : 2);

/** The same request for the same attempt, however often it is sent. */
function requestOf(payment: store.PaymentRow): SessionRequest {
  const {
    id: paymentId,
    subjectId,
    amountCents,
    currency,
    description,
    methods,
    returnUrl,
    cancelUrl,
    expiresAt,
  } = payment;
  return { paymentId, subjectId, amountCents, currency, description, methods, returnUrl, cancelUrl, expiresAt };
}

/**
 * Looks up attempts that we haven't heard about, and closes those that ran out of time. All orders settle even if every
 * webhook event is lost. A hold is released only after the provider has confirmed that nobody can pay anymore. While
 * the provider is down nobody can pay, so attempts that can't be looked up get their grace.
 */
export async function reconcile(deps: Deps, payments: Payments): Promise<boolean> {
  const unsettled = await store.claimUnsettled(deps.db, 100);
  const inVain: string[] = [];
  await Promise.all(
    unsettled.map(async (payment) => {
      try {
        const session = await fetchSession(payments.providerOf(payment.provider), payment);
        if (session === undefined) return;
        await payments.settle({ session });
        if (payment.overdue && session.status === "processing") await releaseOverdueHold(deps, payment);
      } catch (error) {
        if (error instanceof ProviderDown) inVain.push(payment.id);
        deps.log.warn({ err: error, paymentId: payment.id }, "couldn't check a payment; will try again");
      }
    }),
  );
  await grantGrace(deps, inVain);
  return unsettled.length === 100;
}

/**
 * Puts back on sale what a payment pays for that was approved in time and whose money is still on its way when time
 * runs out. The attempt stays live: money that arrives gets what is left by then, or is refunded.
 */
async function releaseOverdueHold({ db, bus }: Deps, { id: paymentId, subjectId }: store.PaymentRow): Promise<void> {
  await inTransaction(db, (tx) => bus.emit(tx, "payment.ended", [{ paymentId, subjectId, outcome: "expired" }]));
}

function fetchSession(provider: PaymentProvider, payment: store.PaymentRow & { overdue: boolean }) {
  const ref = payment.providerRef;
  if (payment.overdue) return provider.expireSession({ ...requestOf(payment), ref });
  return ref === null ? undefined : provider.findSession(ref);
}

/**
 * Ends the live attempts of a subject that is given up.
 *
 * @returns false when one of them turned out to be paid: the subject is then paid as well
 * @throws AppError `unavailable` when the provider isn't responding
 */
export async function endPayments(deps: Deps, payments: Payments, subjectId: string): Promise<boolean> {
  const live = (await store.findAttempts(deps.db, [subjectId])).filter((payment) => isLive(payment.status));
  let open = true;
  for (const payment of live) {
    const session = await payments
      .providerOf(payment.provider)
      .expireSession({ ...requestOf(payment), ref: payment.providerRef })
      .catch((error: unknown) => {
        throw new AppError("unavailable", { retryAfterSeconds: secondsUntilFree(error), cause: error });
      });
    const closed = session.status === "expired" || session.status === "canceled";
    await payments.settle({ session: closed ? { ...session, status: "canceled" } : session });
    if (!closed) open = false;
  }
  return open;
}

/** The latest attempt of each subject. */
export async function findLatestAttempts(db: Queryable, subjectIds: string[]): Promise<Map<string, store.PaymentRow>> {
  const latest = new Map<string, store.PaymentRow>();
  for (const attempt of await store.findAttempts(db, subjectIds)) {
    if (!latest.has(attempt.subjectId)) latest.set(attempt.subjectId, attempt);
  }
  return latest;
}
