import type { z } from "zod";
import type { listNotices as contract, NoticeQuery, PaymentNotice, PaymentNoticeDetail } from "#contract/notices.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { replayNotice as workOnAgain, type Payments } from "#server/modules/payments/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { lookThroughBooks } from "../watch/service.ts";
import { readableBody } from "./rules.ts";
import * as store from "./store.ts";

/** Names one notice: whose it is and its number there. */
export interface NoticeName {
  provider: "sandbox" | "stripe";
  eventId: string;
}

/** What providers told, a page at a time. */
export async function listNotices(db: Database, query: NoticeQuery): Promise<z.input<typeof contract.reply>> {
  const { rows, ...page } = await store.findNotices(db, query);
  return { items: rows.map(toNotice), ...page };
}

/**
 * One notice with what it said, secrets blotted out.
 *
 * @throws AppError `not_found`
 */
export async function getNotice(db: Database, name: NoticeName): Promise<PaymentNoticeDetail> {
  const row = await store.findNotice(db, name);
  if (row === undefined) throw new AppError("not_found");
  return { ...toNotice(row), body: readableBody(row.body) };
}

/**
 * Has a notice worked on again, and notes who asked for it. Its effect is there once, however often it is replayed.
 *
 * @throws AppError `not_found` | `unavailable`
 */
export async function replayNotice(
  deps: Deps,
  payments: Payments,
  staff: Principal,
  name: NoticeName,
  reason: string | undefined,
): Promise<PaymentNotice> {
  const before = await getNotice(deps.db, name);
  await inTransaction(deps.db, (tx) =>
    recordAction(tx, {
      staff,
      action: "notice.replayed",
      target: { kind: "notice", id: name.eventId },
      before: { state: before.state, attempts: before.attempts },
      ...(reason === undefined ? {} : { reason }),
    }),
  );
  await workOnAgain(deps, payments, name);
  await lookThroughBooks(deps);
  const { body: _, ...after } = await getNotice(deps.db, name);
  return after;
}

function toNotice(row: store.NoticeRow): PaymentNotice {
  const { provider, eventId, kind, ref, orderId, orderNumber, state, attempts, error } = row;
  return {
    provider,
    eventId,
    kind,
    ref,
    order: orderId === null ? null : { id: orderId, number: orderNumber! },
    state,
    attempts,
    error,
    receivedAt: row.receivedAt.toISOString(),
    processedAt: row.processedAt?.toISOString() ?? null,
  };
}
