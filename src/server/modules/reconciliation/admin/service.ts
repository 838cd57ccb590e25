import type { z } from "zod";
import type { listDiscrepancies as contract, Discrepancy, DiscrepancyKind } from "#contract/discrepancies.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import { pageOf, staffPageSize } from "#server/platform/db/paging.ts";
import { repairsFor } from "../rules.ts";
import { findLastJobRun } from "../watch/store.ts";
import * as store from "./store.ts";

/** Discrepancies, one page at a time, with the time of the last check. */
export async function listDiscrepancies(
  db: Database,
  query: { status: "open" | "resolved"; kind?: DiscrepancyKind | undefined; page?: number | undefined },
): Promise<z.input<typeof contract.reply>> {
  const { rows, total } = await store.findDiscrepancies(db, query, pageOf(query.page));
  const checkedAt = await findLastJobRun(db);
  return {
    items: rows.map(toDiscrepancy),
    total,
    page: query.page ?? 1,
    pageSize: staffPageSize,
    checkedAt: checkedAt?.toISOString() ?? null,
  };
}

/**
 * One discrepancy as the contract shows it.
 *
 * @throws AppError `not_found`
 */
export async function getDiscrepancy(db: Database, id: number): Promise<Discrepancy> {
  const row = await store.findDiscrepancy(db, id);
  if (row === undefined) throw new AppError("not_found");
  return toDiscrepancy(row);
}

function toDiscrepancy(row: store.DiscrepancyRow): Discrepancy {
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
