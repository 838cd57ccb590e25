import type { Settings } from "#contract/settings/settings.ts";
import { findDeliveries } from "#server/modules/delivery/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { coalesce } from "#server/platform/coalesce.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import {
  documentNumber,
  seriesOf,
  sellerOf,
  withTax,
  type Addressee,
  type Credit,
  type DocumentContent,
  creditContent,
} from "../rules.ts";
import { printedDelivery } from "../printing/labels.ts";
import { lockNumbers } from "../store.ts";
import * as store from "./store.ts";
import { findCredits } from "./store.ts";

const batchSize = 100;

/**
 * Numbers the documents that are due, in the order of their causes: payments, refunds, requests. Their content is
 * stored in the same transaction and never changes.
 *
 * Safe under concurrency: one draw at a time across all nodes, and the numbers come from a locked counter, so a failed
 * transaction leaves no gap.
 *
 * @returns true when more may be due
 */
export async function issueDueDocuments(db: Database): Promise<boolean> {
  return inTransaction(db, issueDue);
}

/**
 * The same in the caller's transaction, which must not have locked any document before.
 *
 * @returns true when more may be due
 */
export async function issueDue(tx: Tx): Promise<boolean> {
  await lockNumbers(tx);
  const due = await store.findDue(tx, batchSize);
  if (due.length === 0) return false;
  const settings = await getSettings(tx);
  const documents = new Map(due.map((orderDocument) => [orderDocument.id, orderDocument]));
  const credits = await findCredits(
    tx,
    due.flatMap(({ orderRefundId }) => orderRefundId ?? []),
  );
  const deliveries = await findDeliveries(tx, [...new Set(due.map(({ orderId }) => orderId))]);
  const issued: store.IssuedDocument[] = [];
  for (const series of seriesOf(due, settings.defaultTimeZone)) {
    const first = await store.drawNumbers(tx, series);
    for (const [index, id] of series.ids.entries()) {
      const orderDocument = documents.get(id)!;
      const content = contentOf(orderDocument, settings, credits);
      const delivery = deliveries.get(orderDocument.orderId);
      const addressee = {
        ...addresseeOf(orderDocument, credits),
        ...(delivery && { delivery: printedDelivery(delivery) }),
      };
      issued.push({ id, year: series.year, number: first + index, addressee, content });
    }
  }
  await store.issueDocuments(tx, issued);
  // Next are refunds whose receipt just got its number.
  return due.length === batchSize || (await store.hasDue(tx));
}

function contentOf(
  orderDocument: store.DueDocument,
  settings: Settings,
  credits: Map<string, Credit>,
): DocumentContent {
  if (orderDocument.corrected !== null) {
    // Only the billing details were wrong: lines, amounts and tax stay as issued.
    return {
      ...orderDocument.corrected.content,
      correction: { invoiceNumber: documentNumber({ kind: "invoice", ...orderDocument.corrected }) },
    };
  }
  const sold = writeContent(orderDocument, settings);
  const credit = orderDocument.orderRefundId === null ? undefined : credits.get(orderDocument.orderRefundId);
  return credit === undefined ? sold : creditContent(sold, credit);
}

/** Concurrent callers share one draw: each waits for one that began after it asked. */
export function createIssueNow(db: Database): () => Promise<boolean> {
  const issue = coalesce<true, boolean>({
    async run(callers) {
      const more = await issueDueDocuments(db);
      return callers.map(() => ({ ok: true, value: more }));
    },
  });
  return () => issue(true);
}

/** A credit note goes to the invoice's addressee, or to the buyer if there is no invoice. */
function addresseeOf(orderDocument: store.DueDocument, credits: Map<string, Credit>): Addressee {
  const { addressee, orderRefundId, buyerName, buyerEmail } = orderDocument;
  const invoiced = orderRefundId === null ? undefined : credits.get(orderRefundId)?.invoice?.addressee;
  return addressee ?? invoiced ?? { name: buyerName, email: buyerEmail, address: null, taxId: null };
}

function writeContent(orderDocument: store.DueDocument, settings: Settings): DocumentContent {
  return {
    seller: sellerOf(settings),
    paperSize: settings.paperSize,
    timeZone: settings.defaultTimeZone,
    order: { number: orderDocument.orderNumber, paidAt: orderDocument.paidAt.toISOString() },
    ...withTax(orderDocument.lines, settings),
    currency: orderDocument.currency,
    subtotalCents: orderDocument.subtotalCents,
    discountCents: orderDocument.discountCents,
    promoCode: orderDocument.promoCode,
    feeCents: orderDocument.feeCents,
    addedTaxCents: orderDocument.taxCents,
    shippingCents: orderDocument.shippingCents,
    totalCents: orderDocument.totalCents,
    payment: orderDocument.payment,
    credit: null,
  };
}
