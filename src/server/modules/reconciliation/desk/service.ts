import type { z } from "zod";
import type {
  listMoneyExceptions as contract,
  MoneyException,
  MoneyExceptionKind,
} from "#contract/money-exceptions.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import { pageOf, staffPageSize } from "#server/platform/db/paging.ts";
import { repairsFor } from "../rules.ts";
import { findLastLook } from "../watch/store.ts";
import * as store from "./store.ts";

/** Money that does not add up, a page at a time, with when it was last looked for. */
export async function listMoneyExceptions(
  db: Database,
  query: { state: "open" | "resolved"; kind?: MoneyExceptionKind | undefined; page?: number | undefined },
): Promise<z.input<typeof contract.reply>> {
  const { rows, total } = await store.findExceptions(db, query, pageOf(query.page));
  const lookedAt = await findLastLook(db);
  return {
    items: rows.map(toException),
    total,
    page: query.page ?? 1,
    pageSize: staffPageSize,
    lookedAt: lookedAt?.toISOString() ?? null,
  };
}

/**
 * One exception as the contract shows it.
 *
 * @throws AppError `not_found`
 */
export async function getMoneyException(db: Database, id: number): Promise<MoneyException> {
  const row = await store.findException(db, id);
  if (row === undefined) throw new AppError("not_found");
  return toException(row);
}

function toException(row: store.ExceptionRow): MoneyException {
  const { id, kind, orderId, paymentId, refundId, ref, detail } = row;
  return {
    id,
    kind,
    order:
      orderId === null
        ? null
        : {
            id: orderId,
            number: row.orderNumber!,
            status: row.orderStatus!,
            buyerName: row.buyerName!,
            totalCents: row.orderCents!,
          },
    paymentId,
    refundId,
    ref,
    amountCents: row.amountCents ?? centsOf(detail["amountCents"]),
    currency: row.currency ?? (typeof detail["currency"] === "string" ? detail["currency"] : null),
    detail,
    repairs: row.resolvedAt === null ? repairsFor(row) : [],
    openedAt: row.openedAt.toISOString(),
    resolved:
      row.resolvedAt === null ? null : { at: row.resolvedAt.toISOString(), by: row.resolvedBy, how: row.resolution! },
  };
}

const centsOf = (value: unknown) => (typeof value === "number" ? value : null);
