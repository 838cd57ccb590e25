import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { settleDispute } from "./disputes.ts";
import {
  claimWaitingWebhookEvents,
  countReplay,
  findWebhookEvent,
  recordWebhookError,
  purgeWebhookEvents,
  storeWebhookEvents,
  type WebhookEvent,
} from "./inbox.ts";
import type { PaymentProvider, VerifiedWebhook } from "./provider.ts";
import { settleRefund } from "./refunds/service.ts";
import type { Payments } from "./service.ts";
import { findRefundRefs } from "./refunds/store.ts";
import * as store from "./store.ts";

/** What processing webhook events needs. */
type PaymentAccess = Pick<Payments, "settle" | "provider" | "providerOf">;

/** Milliseconds after which we acknowledge a webhook event to the provider, whether or not it is processed by then. */
const patienceMs = 1_500;

/**
 * Receives a provider's webhook event: first checks the signature, then looks up the provider's own status, then writes
 * the effect and the event in one transaction. If it can't be processed now, it is stored and the `webhooks` job tries
 * again; if it takes long, it is stored and continues meanwhile.
 *
 * @throws AppError `bad_signature`; once it returns, the webhook event is durable
 */
export async function receiveWebhookEvent(
  deps: Deps,
  payments: PaymentAccess,
  headers: IncomingHttpHeaders,
  rawBody: string,
): Promise<void> {
  const { provider } = payments;
  const webhookEvent = { provider: provider.name, ...checked(deps, provider, headers, rawBody), body: rawBody };
  const patience = new AbortController();
  let failure = "the payment provider didn't respond in time";
  const working = workOn(deps, payments, webhookEvent).then(
    () => true,
    (error: unknown) => {
      deps.log.warn(
        { err: error, webhookEventId: webhookEvent.webhookEventId },
        "couldn't process a payment webhook; will try again",
      );
      failure = String(error);
      return false;
    },
  );
  const tired = sleep(patienceMs, false, { signal: patience.signal }).catch(() => false);
  const isDone = await Promise.race([working, tired]);
  patience.abort();
  if (isDone) return;
  await storeWebhookEvents(deps.db, [webhookEvent], false);
  await recordWebhookError(deps.db, webhookEvent, failure);
}

function checked(deps: Deps, provider: PaymentProvider, headers: IncomingHttpHeaders, body: string): VerifiedWebhook {
  try {
    return provider.readWebhook(headers, body);
  } catch (error) {
    const why = error instanceof AppError ? error.message : String(error);
    deps.log.warn({ security: "webhook_refused", provider: provider.name, why }, "refused a payment webhook");
    throw error;
  }
}

/**
 * Processes one webhook event by lookup; it is marked done in the transaction of its effect. Safe to repeat. An event
 * about something that the provider doesn't know, or that isn't ours, is done without effect.
 *
 * @throws when the provider isn't responding
 */
async function workOn(deps: Deps, { providerOf, settle }: PaymentAccess, webhookEvent: WebhookEvent): Promise<void> {
  const provider = providerOf(webhookEvent.provider);
  const { kind, ref } = webhookEvent;
  if (kind === "session") {
    const session = await provider.findSession(ref);
    if (session !== undefined) return settle({ session, webhookEvent });
  } else if (kind === "refund") {
    const refund = await provider.findRefund(ref);
    if (refund !== undefined) return inTransaction(deps.db, (tx) => settleRefund(deps, tx, refund, webhookEvent));
  } else if (kind === "dispute") {
    const dispute = await provider.findDispute(ref);
    if (dispute !== undefined) return inTransaction(deps.db, (tx) => settleDispute(deps, tx, dispute, webhookEvent));
  }
  if (kind !== "other") {
    deps.log.warn(
      { security: "webhook_unmatched", webhookEventId: webhookEvent.webhookEventId, kind, ref },
      "a payment webhook doesn't match anything of ours",
    );
  }
  await storeWebhookEvents(deps.db, [webhookEvent], true);
}

/**
 * Processes stored webhook events whose first attempt failed.
 *
 * @returns true when more may be waiting
 */
export async function retryWebhookEvents(deps: Deps, payments: PaymentAccess): Promise<boolean> {
  const webhookEvents = await claimWaitingWebhookEvents(deps.db, 100);
  await Promise.all(
    webhookEvents.map((webhookEvent) =>
      workOn(deps, payments, webhookEvent).catch(async (error: unknown) => {
        deps.log.warn(
          { err: error, webhookEventId: webhookEvent.webhookEventId },
          "couldn't process a payment webhook; will try again",
        );
        await recordWebhookError(deps.db, webhookEvent, String(error));
      }),
    ),
  );
  await inTransaction(deps.db, purgeWebhookEvents);
  return webhookEvents.length === 100;
}

/**
 * Processes a stored webhook event again because someone asked, whatever its status. An effect that it already had is
 * not repeated.
 *
 * @throws AppError `not_found` | `unavailable` when it still can't be processed, with the reason
 */
export async function replayWebhookEvent(
  deps: Deps,
  payments: PaymentAccess,
  named: Pick<WebhookEvent, "provider" | "webhookEventId">,
): Promise<void> {
  const webhookEvent = requireFound(await findWebhookEvent(deps.db, named));
  await countReplay(deps.db, webhookEvent);
  try {
    await workOn(deps, payments, webhookEvent);
  } catch (error) {
    await recordWebhookError(deps.db, webhookEvent, String(error));
    const message = `The webhook still can't be processed: ${error instanceof Error ? error.message : String(error)}`;
    throw new AppError("unavailable", { message, retryAfterSeconds: 2, cause: error });
  }
}

/**
 * What to look up: a refund of ours, a refund or dispute by the provider's id, a payment, or all attempts of a subject.
 */
interface ProviderLookup {
  refundId?: string | null;
  /** The provider's id of a refund that we know nothing about. */
  refundRef?: string | null;
  disputeRef?: string | null;
  paymentId?: string | null;
  subjectId?: string | null;
}

/**
 * Looks up something at the provider and accepts its status, as if a webhook event had just come. What already matches
 * stays.
 *
 * @throws AppError `unavailable` when the provider isn't responding
 */
export async function askProvider(deps: Deps, payments: Payments, about: ProviderLookup): Promise<void> {
  const attempts = await attemptsOf(deps, about);
  const provider = payments.providerOf(attempts[0]?.provider ?? payments.provider.name);
  if (about.disputeRef) {
    const report = await answered(provider.findDispute(about.disputeRef));
    if (report !== undefined) await inTransaction(deps.db, (tx) => settleDispute(deps, tx, report));
  } else if (about.refundRef || about.refundId) {
    for (const ref of about.refundRef ? [about.refundRef] : await findRefundRefs(deps.db, about.refundId!)) {
      const report = await answered(provider.findRefund(ref));
      if (report !== undefined) await inTransaction(deps.db, (tx) => settleRefund(deps, tx, report));
    }
  } else {
    for (const { provider: name, providerRef } of attempts) {
      const session =
        providerRef === null ? undefined : await answered(payments.providerOf(name).findSession(providerRef));
      if (session !== undefined) await payments.settle({ session });
    }
  }
}

async function attemptsOf({ db }: Deps, { paymentId, subjectId }: ProviderLookup): Promise<store.PaymentRow[]> {
  if (paymentId) return store.findPayments(db, [paymentId]);
  return subjectId ? store.findAttempts(db, [subjectId]) : [];
}

async function answered<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    throw new AppError("unavailable", { retryAfterSeconds: 2, cause: error });
  }
}
