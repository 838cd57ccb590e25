import type { Billing } from "#contract/papers.ts";
import type { Order } from "#contract/orders.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { issueDue } from "../issuing/service.ts";
import { paperNumber } from "../rules.ts";
import { findPapers, lockNumbers, type PaperRow } from "../store.ts";
import { changedDetails } from "./rules.ts";
import { insertCorrection } from "./store.ts";

/** An invoice that is made out anew to somebody, and which one: the one that was shown. */
export interface Correcting {
  order: Order;
  paperId: number;
  billing: Billing;
  /** Who of the staff does it and why; the buyer may do it once, by themselves. */
  by: { staff: Principal; reason: string } | "buyer";
}

/**
 * Puts right to whom an invoice is made out: a cancellation takes it back and a new invoice stands in its place, each with
 * the next number of its kind, in one transaction with the log and the buyer's mail. Lines, money and tax are those of the
 * first one; no paper that was issued changes.
 *
 * Safe under rush: all take turns at the numbers. Who asks again with the same details for an invoice that was just
 * corrected gets the one in its place; with others they are told to look again.
 *
 * @throws AppError `not_found` for no such invoice of the order | `edited_meanwhile` when it was corrected since |
 *   `already_exists` when nothing would change, or the buyer corrected it once before
 */
export function correctInvoice(deps: Deps, correcting: Correcting): Promise<PaperRow[]> {
  return inTransaction(deps.db, async (tx) => {
    await lockNumbers(tx);
    const { order, paperId, billing, by } = correcting;
    const invoices = (await findPapers(tx, order.id)).filter(({ kind }) => kind === "invoice");
    const wrong = invoices.find(({ id }) => id === paperId);
    if (wrong === undefined) throw new AppError("not_found");
    const latest = invoices.at(-1)!;
    const changed = changedDetails(latest.addressee, billing);
    if (wrong !== latest) {
      if (changed.length === 0) return findPapers(tx, order.id);
      throw new AppError("edited_meanwhile", { message: "This invoice was corrected meanwhile: look again" });
    }
    requireCorrectable(wrong, changed, by);
    const addressee = { ...billing, taxId: billing.taxId ?? null, email: order.buyer.email };
    const made = await insertCorrection(tx, wrong, addressee);
    while (await issueDue(tx));
    await tell(deps, tx, correcting, { wrong, changed, ...made });
    return findPapers(tx, order.id);
  });
}

function requireCorrectable(wrong: PaperRow, changed: string[], by: Correcting["by"]): void {
  if (changed.length === 0) {
    throw new AppError("already_exists", { message: "The invoice says exactly this already: nothing was changed" });
  }
  if (by === "buyer" && wrong.corrects !== null) {
    const number = paperNumber("invoice", wrong.year, wrong.number);
    throw new AppError("already_exists", {
      message: `Invoice ${number} was corrected once already; write to us to have it changed again`,
    });
  }
}

interface Made {
  wrong: PaperRow;
  changed: string[];
  cancellationId: number;
  invoiceId: number;
}

/** The log names the papers and which details were put right, not the details: those are forgotten with their person. */
async function tell(deps: Deps, tx: Tx, { order, by }: Correcting, made: Made): Promise<void> {
  const { wrong, changed, cancellationId, invoiceId } = made;
  const invoice = (await findPapers(tx, order.id)).find(({ id }) => id === invoiceId)!;
  if (by !== "buyer") {
    await recordAction(tx, {
      staff: by.staff,
      action: "order.invoice_corrected",
      target: { kind: "order", id: order.id },
      before: { invoice: paperNumber("invoice", wrong.year, wrong.number) },
      after: { invoice: paperNumber("invoice", invoice.year, invoice.number), changed },
      reason: by.reason,
    });
  }
  const { name: buyerName, email: buyerEmail } = order.buyer;
  await deps.facts.tell(tx, "paper.invoice_corrected", [
    { orderId: order.id, cancellationId, invoiceId, buyerName, buyerEmail },
  ]);
  deps.nudge("mail");
}
