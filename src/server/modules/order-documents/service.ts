import { OrderDocument, type Billing } from "#contract/order-documents.ts";
import type { Order } from "#contract/orders/orders.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { createIssueNow } from "./issuing/service.ts";
import { printDocument } from "./printing/print.ts";
import { documentNumber } from "./rules.ts";
import * as store from "./store.ts";
import { shownAs } from "#server/platform/shown.ts";

/** The documents of orders, for anyone with access to the order. */
interface OrderDocuments {
  list(order: Order): Promise<store.DocumentRow[]>;
  requestInvoice(order: Order, billing: Billing, staff: Principal | undefined): Promise<store.DocumentRow[]>;
}

/** Draws that one request waits for: thousands of documents are due at once only right after an upgrade. */
const maxDraws = 50;

/** Creates the service that hands out documents. */
export function createOrderDocuments(db: Database): OrderDocuments {
  const issueNow = createIssueNow(db);

  /** All documents of an order with their numbers; those still due get theirs now. */
  async function list(order: Order): Promise<store.DocumentRow[]> {
    if (order.paidAt === null || order.totalCents === 0) return [];
    for (let draws = 0; draws < maxDraws; draws++) {
      const documents = await store.findDocuments(db, order.id);
      const hasReceipt = documents.some(({ kind }) => kind === "receipt");
      if (hasReceipt && (await store.countDue(db, order.id)) === 0) return documents;
      if (!hasReceipt) await store.insertReceipts(db, [order.id]);
      await issueNow();
    }
    throw new AppError("unavailable", { retryAfterSeconds: 5 });
  }

  /**
   * Creates an order's invoice, once. The same details again return the same invoice.
   *
   * @param staff who does it for the buyer: it is then in the activity log
   * @throws AppError `not_found` for an order without documents | `already_exists` when its details differ
   */
  async function requestInvoice(
    order: Order,
    billing: Billing,
    staff: Principal | undefined,
  ): Promise<store.DocumentRow[]> {
    if (order.paidAt === null || order.totalCents === 0) throw new AppError("not_found");
    const addressee = { ...billing, taxId: billing.taxId ?? null, email: order.buyer.email };
    await inTransaction(db, async (tx) => {
      const isNew = await store.insertInvoice(tx, order.id, addressee);
      if (!isNew || staff === undefined) return;
      const target = { kind: "order" as const, id: order.id };
      await recordAction(tx, { staff, action: "order.invoice_made", target });
    });
    const documents = await list(order);
    const invoice = documents.findLast(({ kind }) => kind === "invoice")!;
    const held = invoice.addressee;
    if (held?.name !== billing.name || held.address !== billing.address || held.taxId !== addressee.taxId) {
      throw new AppError("already_exists", {
        message: `Invoice ${documentNumber(invoice)} already exists. You can correct its details instead.`,
      });
    }
    return documents;
  }

  return { list, requestInvoice };
}

/** A document as its order lists it. */
function showDocument(orderDocument: store.DocumentRow, documents: store.DocumentRow[]): OrderDocument {
  const { id, kind, content, addressee } = orderDocument;
  const { name, address, taxId } = addressee ?? {};
  return shownAs(OrderDocument)({
    ...content,
    ...orderDocument,
    number: documentNumber(orderDocument),
    corrects: content.correction?.invoiceNumber ?? null,
    isCanceled: documents.some(({ corrects }) => corrects === id),
    billing: kind === "invoice" && name && address ? { name, address, ...(taxId ? { taxId } : {}) } : null,
  });
}

/** The documents of an order as it lists them, oldest first. */
export const showDocuments = (documents: store.DocumentRow[]): OrderDocument[] =>
  documents.map((orderDocument) => showDocument(orderDocument, documents));

/** The current invoice: the latest one if it was corrected. */
export function showInvoice(documents: store.DocumentRow[]): OrderDocument {
  return showDocument(
    documents.findLast(({ kind }) => kind === "invoice")!,
    documents,
  );
}

/**
 * One of an order's documents as a PDF, with its file name.
 *
 * @throws AppError `not_found`
 */
export async function printOf(
  documents: store.DocumentRow[],
  isIt: (orderDocument: store.DocumentRow) => boolean,
): Promise<{ name: string; pdf: Buffer }> {
  const orderDocument = documents.findLast(isIt);
  if (orderDocument === undefined) throw new AppError("not_found");
  const later = documents.filter(({ kind, corrects }) => kind === "credit_note" || corrects === orderDocument.id);
  const name = documentNumber(orderDocument);
  return { name, pdf: await printDocument(orderDocument, later) };
}

/**
 * An order's receipt as a PDF, with its number. One that has none yet gets it now.
 *
 * @throws AppError `not_found` for an order without a receipt | `unavailable` while thousands of numbers are due
 */
export const printReceipt = async (db: Database, order: Order): Promise<{ name: string; pdf: Buffer }> =>
  printOf(await createOrderDocuments(db).list(order), ({ kind }) => kind === "receipt");
