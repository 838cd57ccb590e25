import type { Tx } from "#server/platform/db/database.ts";
import type { Addressee } from "../rules.ts";
import { firstValue } from "#server/platform/db/rows.ts";

/** Makes two documents due, in this order: the invoice's cancellation and its replacement. Returns their ids. */
export async function insertCorrection(
  tx: Tx,
  invoice: { id: number; orderId: string; addressee: Addressee | null },
  addressee: Addressee,
): Promise<{ cancellationId: number; invoiceId: number }> {
  const insert = (kind: "cancellation" | "invoice", to: Addressee | null) =>
    firstValue(tx)<number>`
      insert into order_documents (kind, order_id, corrects, addressee)
      values (${kind}, ${invoice.orderId}::uuid, ${invoice.id}, ${to && JSON.stringify(to)}::jsonb) returning id`;
  return {
    cancellationId: await insert("cancellation", invoice.addressee),
    invoiceId: await insert("invoice", addressee),
  };
}
