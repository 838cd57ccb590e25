import type { Billing } from "#contract/order-documents.ts";
import type { Order } from "#contract/orders/orders.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { issueDue } from "../issuing/service.ts";
import { documentNumber, changedDetails } from "../rules.ts";
import { findDocuments, lockNumbers, type DocumentRow, insertCorrection } from "../store.ts";

/** A correction of an invoice's billing details: the invoice that was shown, and its new details. */
interface Correcting {
  order: Order;
  documentId: number;
  billing: Billing;
  /** Which staff member does it and why; the buyer can do it once on their own. */
  by: { staff: Principal; reason: string } | "buyer";
}

/**
 * Corrects an invoice's billing details: a cancellation voids it and a new invoice replaces it, each with the next
 * number of its kind, in one transaction with the activity log and the buyer's email. Lines, amounts and tax stay the
 * same; no issued document changes.
 *
 * Safe under concurrency: callers take turns at the numbers. Repeating a correction with the same details returns the
 * replacement; with other details it fails and asks to reload.
 *
 * @throws AppError `not_found` for no such invoice of the order | `edited_meanwhile` when it was corrected since |
 * `already_exists` when nothing would change, or the buyer has corrected it before
 */
export function correctInvoice(deps: Deps, correcting: Correcting): Promise<DocumentRow[]> {
  return inTransaction(deps.db, async (tx) => {
    await lockNumbers(tx);
    const { order, documentId, billing, by } = correcting;
    const invoices = (await findDocuments(tx, order.id)).filter(({ kind }) => kind === "invoice");
    const wrong = invoices.find(({ id }) => id === documentId);
    if (wrong === undefined) throw new AppError("not_found");
    const latest = invoices.at(-1)!;
    const changed = changedDetails(latest.addressee, billing);
    if (wrong !== latest) {
      if (changed.length === 0) return findDocuments(tx, order.id);
      throw new AppError("edited_meanwhile", {
        message: "Someone else just corrected this invoice. Reload to see the new one.",
      });
    }
    requireCorrectable(wrong, changed, by);
    const addressee = { ...billing, taxId: billing.taxId ?? null, email: order.buyer.email };
    const correction = await insertCorrection(tx, wrong, addressee);
    while (await issueDue(tx));
    await recordCorrection(deps, tx, correcting, { wrong, changed, ...correction });
    return findDocuments(tx, order.id);
  });
}

function requireCorrectable(wrong: DocumentRow, changed: string[], by: Correcting["by"]): void {
  if (changed.length === 0) {
    throw new AppError("already_exists", { message: "The invoice already has these details, so nothing changed" });
  }
  if (by === "buyer" && wrong.corrects !== null) {
    const number = documentNumber(wrong);
    throw new AppError("already_exists", {
      message: `Invoice ${number} was already corrected once. Contact us to change it again.`,
    });
  }
}

interface Correction {
  wrong: DocumentRow;
  changed: string[];
  cancellationId: number;
  invoiceId: number;
}

/**
 * The activity log names the documents and which details changed, not the details: those are deleted with the account.
 */
async function recordCorrection(deps: Deps, tx: Tx, { order, by }: Correcting, correction: Correction): Promise<void> {
  const { wrong, changed, cancellationId, invoiceId } = correction;
  const invoice = (await findDocuments(tx, order.id)).find(({ id }) => id === invoiceId)!;
  if (by !== "buyer") {
    await recordAction(tx, {
      staff: by.staff,
      action: "order.invoice_corrected",
      target: { kind: "order", id: order.id },
      before: { invoice: documentNumber(wrong) },
      after: { invoice: documentNumber(invoice), changed },
      reason: by.reason,
    });
  }
  const { name: buyerName, email: buyerEmail } = order.buyer;
  await deps.bus.emit(tx, "invoice.corrected", [
    { orderId: order.id, cancellationId, invoiceId, buyerName, buyerEmail },
  ]);
}
