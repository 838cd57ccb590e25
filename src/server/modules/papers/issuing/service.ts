import type { Settings } from "#contract/settings.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { coalesce } from "#server/platform/coalesce.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import { paperNumber, seriesOf, sellerOf, withTax, type Addressee, type PaperContent } from "../rules.ts";
import { creditContent } from "./credit-rules.ts";
import { findCredits, type Credit } from "./credit-store.ts";
import { lockNumbers } from "../store.ts";
import * as store from "./store.ts";

const batchSize = 100;

/**
 * Gives the papers that are due their numbers, by the order of their causes: payments, refunds, requests. What is
 * printed on them is written down in the same transaction and never changed afterwards.
 *
 * Safe under concurrency: one draw at a time over all nodes, and the numbers come from a locked counter, so that a
 * transaction that fails leaves no gap.
 *
 * @returns true when more may be due
 */
export async function issueDuePapers(db: Database): Promise<boolean> {
  return inTransaction(db, issueDue);
}

/**
 * The same in the caller's transaction, which must not have locked any paper before.
 *
 * @returns true when more may be due
 */
export async function issueDue(tx: Tx): Promise<boolean> {
  await lockNumbers(tx);
  const due = await store.findDue(tx, batchSize);
  if (due.length === 0) return false;
  const settings = await getSettings(tx);
  const papers = new Map(due.map((paper) => [paper.id, paper]));
  const credits = await findCredits(
    tx,
    due.flatMap(({ orderRefundId }) => orderRefundId ?? []),
  );
  const issued: store.IssuedPaper[] = [];
  for (const series of seriesOf(due, settings.defaultTimeZone)) {
    const first = await store.drawNumbers(tx, series);
    for (const [index, id] of series.ids.entries()) {
      const paper = papers.get(id)!;
      const content = contentOf(paper, settings, credits);
      const addressee = addresseeOf(paper, credits);
      issued.push({ id, year: series.year, number: first + index, addressee, content });
    }
  }
  await store.issuePapers(tx, issued);
  // A refund whose receipt was numbered only now is next.
  return due.length === batchSize || (await store.hasDue(tx));
}

function contentOf(paper: store.DuePaper, settings: Settings, credits: Map<string, Credit>): PaperContent {
  if (paper.corrected !== null) {
    // Only to whom it is made out was wrong: lines, money and tax stay those that were issued.
    const { content, year, number } = paper.corrected;
    return { ...content, correction: { invoiceNumber: paperNumber("invoice", year, number) } };
  }
  const sold = writeContent(paper, settings);
  const credit = paper.orderRefundId === null ? undefined : credits.get(paper.orderRefundId);
  return credit === undefined ? sold : creditContent(sold, credit);
}

/** A draw that callers who come together share: each of them waits for one that began after it asked. */
export function createIssueNow(db: Database): () => Promise<boolean> {
  const issue = coalesce<true, boolean>({
    async run(callers) {
      const more = await issueDuePapers(db);
      return callers.map(() => ({ ok: true, value: more }));
    },
  });
  return () => issue(true);
}

/** A credit note goes to whom the invoice is made out, or to the buyer where there is none. */
function addresseeOf(paper: store.DuePaper, credits: Map<string, Credit>): Addressee {
  const { addressee, orderRefundId, buyerName, buyerEmail } = paper;
  const invoiced = orderRefundId === null ? undefined : credits.get(orderRefundId)?.invoice?.addressee;
  return addressee ?? invoiced ?? { name: buyerName, email: buyerEmail, address: null, taxId: null };
}

function writeContent(paper: store.DuePaper, settings: Settings): PaperContent {
  return {
    seller: sellerOf(settings),
    paperSize: settings.paperSize,
    timeZone: settings.defaultTimeZone,
    order: { number: paper.orderNumber, paidAt: paper.paidAt.toISOString() },
    ...withTax(paper.lines, settings),
    currency: paper.currency,
    subtotalCents: paper.subtotalCents,
    discountCents: paper.discountCents,
    promoCode: paper.promoCode,
    feeCents: paper.feeCents,
    addedTaxCents: paper.taxCents,
    shippingCents: paper.shippingCents,
    totalCents: paper.totalCents,
    payment: paper.payment,
    credit: null,
  };
}
