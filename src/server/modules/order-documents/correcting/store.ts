import { sql } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";
import type { Addressee } from "../rules.ts";

/** Makes two documents due, in this order: the invoice's cancellation and its replacement. Returns their ids. */
export async function insertCorrection(
  tx: Tx,
  invoice: { id: number; orderId: string; addressee: Addressee | null },
  addressee: Addressee,
): Promise<{ cancellationId: number; invoiceId: number }> {
  const insert = async (kind: "cancellation" | "invoice", to: Addressee | null) => {
    const { rows } = await sql<{ id: number }>`
      insert into order_documents (kind, order_id, corrects, addressee)
      values (${kind}, ${invoice.orderId}::uuid, ${invoice.id}, ${to === null ? null : JSON.stringify(to)}::jsonb)
      returning id`.execute(tx);
    return rows[0]!.id;
  };
  return {
    cancellationId: await insert("cancellation", invoice.addressee),
    invoiceId: await insert("invoice", addressee),
  };
}
