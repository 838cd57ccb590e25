import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { settleDispute } from "./disputes/settle.ts";
import {
  claimWaitingNotices,
  countReplay,
  findNotice,
  noteNoticeError,
  purgeNotices,
  storeNotices,
  type Notice,
} from "./inbox.ts";
import type { PaymentProvider, VerifiedWebhook } from "./provider.ts";
import { settleRefund } from "./refunds/send.ts";
import type { Payments } from "./service.ts";

/** What working on notices needs. */
type Desk = Pick<Payments, "settle" | "provider" | "providerOf">;

/** Milliseconds after which a provider is told that we have its notice, whether or not it is worked on by then. */
const patienceMs = 1_500;

/**
 * Takes in a provider's notice: signature first, then the provider's own word on what it is about, then the effect and
 * the notice in one transaction. What cannot be worked on now is stored and tried again by the `webhooks` sweep; what
 * takes long is stored and goes on meanwhile.
 *
 * @throws AppError `bad_signature`; once it returns the notice is durable
 */
export async function receiveNotice(
  deps: Deps,
  payments: Desk,
  headers: IncomingHttpHeaders,
  rawBody: string,
): Promise<void> {
  const { provider } = payments;
  const notice = { provider: provider.name, ...checked(deps, provider, headers, rawBody), body: rawBody };
  const patience = new AbortController();
  let failure = "the provider did not answer in time";
  const working = workOn(deps, payments, notice).then(
    () => true,
    (error: unknown) => {
      deps.log.warn({ err: error, eventId: notice.eventId }, "a payment notice waits for its next try");
      failure = String(error);
      return false;
    },
  );
  const tired = sleep(patienceMs, false, { signal: patience.signal }).catch(() => false);
  const isDone = await Promise.race([working, tired]);
  patience.abort();
  if (isDone) return;
  await storeNotices(deps.db, [notice], false);
  await noteNoticeError(deps.db, notice, failure);
}

function checked(deps: Deps, provider: PaymentProvider, headers: IncomingHttpHeaders, body: string): VerifiedWebhook {
  try {
    return provider.readWebhook(headers, body);
  } catch (error) {
    const why = error instanceof AppError ? error.message : String(error);
    deps.log.warn({ security: "notice_refused", provider: provider.name, why }, "a payment notice was refused");
    throw error;
  }
}

/**
 * Works on one notice by look-up; it is done in the transaction of its effect. Safe to repeat. A notice about something
 * that the provider does not know, or that is not ours, is done without effect.
 *
 * @throws when the provider does not answer
 */
export async function workOn(deps: Deps, { providerOf, settle }: Desk, notice: Notice): Promise<void> {
  const provider = providerOf(notice.provider);
  const { kind, ref } = notice;
  if (kind === "session") {
    const session = await provider.findSession(ref);
    if (session !== undefined) return settle({ session, notice });
  } else if (kind === "refund") {
    const refund = await provider.findRefund(ref);
    if (refund !== undefined) return inTransaction(deps.db, (tx) => settleRefund(deps, tx, refund, notice));
  } else if (kind === "dispute") {
    const dispute = await provider.findDispute(ref);
    if (dispute !== undefined) return inTransaction(deps.db, (tx) => settleDispute(deps, tx, dispute, notice));
  }
  if (kind !== "other") {
    deps.log.warn(
      { security: "notice_of_nothing", eventId: notice.eventId, kind, ref },
      "a notice about nothing of ours",
    );
  }
  await storeNotices(deps.db, [notice], true);
}

/** Works on stored notices whose first try failed. @returns true when more may be waiting */
export async function retryNotices(deps: Deps, payments: Desk): Promise<boolean> {
  const notices = await claimWaitingNotices(deps.db, 100);
  await Promise.all(
    notices.map((notice) =>
      workOn(deps, payments, notice).catch(async (error: unknown) => {
        deps.log.warn({ err: error, eventId: notice.eventId }, "a payment notice waits for its next try");
        await noteNoticeError(deps.db, notice, String(error));
      }),
    ),
  );
  await inTransaction(deps.db, purgeNotices);
  return notices.length === 100;
}

/**
 * Works on a stored notice once more because somebody asked for it, whatever became of it before. What it brought already
 * is not brought again.
 *
 * @throws AppError `not_found` | `unavailable` when it still cannot be worked on, with the reason
 */
export async function replayNotice(
  deps: Deps,
  payments: Desk,
  named: Pick<Notice, "provider" | "eventId">,
): Promise<void> {
  const notice = await findNotice(deps.db, named);
  if (notice === undefined) throw new AppError("not_found");
  await countReplay(deps.db, notice);
  try {
    await workOn(deps, payments, notice);
  } catch (error) {
    await noteNoticeError(deps.db, notice, String(error));
    const message = `It still cannot be worked on: ${error instanceof Error ? error.message : String(error)}`;
    throw new AppError("unavailable", { message, retryAfterSeconds: 2, cause: error });
  }
}
