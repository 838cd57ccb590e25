import type { Billing, Paper } from "#contract/papers.ts";
import type { Order } from "#contract/orders.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { createIssueNow } from "./issuing/service.ts";
import { printPaper } from "./printing/print.ts";
import { paperNumber } from "./rules.ts";
import * as store from "./store.ts";

/** The papers of orders, for whoever may see the order. */
export interface Papers {
  list(order: Order): Promise<store.PaperRow[]>;
  requestInvoice(order: Order, billing: Billing, staff: Principal | undefined): Promise<store.PaperRow[]>;
}

/** Draws that one request waits for: thousands of papers are due at once only right after an upgrade. */
const mostDraws = 50;

/** Sets up the desk that hands papers out. */
export function createPapers(db: Database): Papers {
  const issueNow = createIssueNow(db);

  /** All papers of an order with their numbers; what is still due gets its number now. */
  async function list(order: Order): Promise<store.PaperRow[]> {
    if (order.paidAt === null || order.totalCents === 0) return [];
    for (let draws = 0; draws < mostDraws; draws++) {
      const papers = await store.findPapers(db, order.id);
      const hasReceipt = papers.some(({ kind }) => kind === "receipt");
      if (hasReceipt && (await store.countDue(db, order.id)) === 0) return papers;
      if (!hasReceipt) await store.insertReceipts(db, [order.id]);
      await issueNow();
    }
    throw new AppError("unavailable", { retryAfterSeconds: 5 });
  }

  /**
   * Makes an order's invoice out to somebody, once. Asked again with the same details it is the same invoice.
   *
   * @param staff who does it for the buyer: it then stands in the log
   * @throws AppError `not_found` for an order that has no papers | `already_exists` when it is made out to others
   */
  async function requestInvoice(
    order: Order,
    billing: Billing,
    staff: Principal | undefined,
  ): Promise<store.PaperRow[]> {
    if (order.paidAt === null || order.totalCents === 0) throw new AppError("not_found");
    const addressee = { ...billing, taxId: billing.taxId ?? null, email: order.buyer.email };
    await inTransaction(db, async (tx) => {
      const isNew = await store.insertInvoice(tx, order.id, addressee);
      if (!isNew || staff === undefined) return;
      const target = { kind: "order" as const, id: order.id };
      await recordAction(tx, { staff, action: "order.invoice_made", target });
    });
    const papers = await list(order);
    const invoice = papers.findLast(({ kind }) => kind === "invoice")!;
    const held = invoice.addressee;
    if (held?.name !== billing.name || held.address !== billing.address || held.taxId !== addressee.taxId) {
      throw new AppError("already_exists", {
        message: `Invoice ${paperNumber("invoice", invoice.year, invoice.number)} is made out already; its details can be corrected`,
      });
    }
    return papers;
  }

  return { list, requestInvoice };
}

/** A paper as its order lists it. */
export function showPaper(paper: store.PaperRow, papers: store.PaperRow[]): Paper {
  const { id, kind, year, number, issuedAt, content, addressee } = paper;
  const { name, address, taxId } = addressee ?? {};
  return {
    id,
    kind,
    number: paperNumber(kind, year, number),
    issuedAt: issuedAt.toISOString(),
    totalCents: content.totalCents,
    currency: content.currency,
    corrects: content.correction?.invoiceNumber ?? null,
    isCancelled: papers.some(({ corrects }) => corrects === id),
    billing: kind === "invoice" && name && address ? { name, address, ...(taxId ? { taxId } : {}) } : null,
  };
}

/** The papers of an order as it lists them, the first first. */
export const showPapers = (papers: store.PaperRow[]): Paper[] => papers.map((paper) => showPaper(paper, papers));

/** The invoice that counts: the latest one, where it was corrected. */
export function showInvoice(papers: store.PaperRow[]): Paper {
  return showPaper(
    papers.findLast(({ kind }) => kind === "invoice")!,
    papers,
  );
}

/**
 * One of an order's papers as PDF, with the name of its file.
 *
 * @throws AppError `not_found`
 */
export async function printOf(
  papers: store.PaperRow[],
  isIt: (paper: store.PaperRow) => boolean,
): Promise<{ name: string; pdf: Buffer }> {
  const paper = papers.findLast(isIt);
  if (paper === undefined) throw new AppError("not_found");
  const later = papers.filter(({ kind, corrects }) => kind === "credit_note" || corrects === paper.id);
  const name = paperNumber(paper.kind, paper.year, paper.number);
  return { name, pdf: await printPaper(paper, later) };
}
