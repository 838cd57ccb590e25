import type { z } from "zod";
import type { listDiscrepancies as contract, Discrepancy } from "#contract/discrepancies.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import { repairsFor } from "../rules.ts";
import { findLastJobRun } from "../watch/store.ts";
import * as store from "./store.ts";

const discrepancies = defineList(store.discrepancies, toDiscrepancy);

/** One page of discrepancies, with the time of the last check. */
export async function listDiscrepancies(
  db: Database,
  query: store.DiscrepancyQuery,
): Promise<z.input<typeof contract.reply>> {
  const page = await discrepancies.list(db, query);
  const checkedAt = await findLastJobRun(db);
  return { ...page, checkedAt: checkedAt?.toISOString() ?? null };
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
