import { defineModule } from "#server/platform/module.ts";
import { confirmationFiles } from "./confirmation-files.ts";
import { documentEmails } from "./emails.ts";
import { issueDueDocuments } from "./issuing/service.ts";
import { orderDocumentsRoutes } from "./routes.ts";
import type { Deps } from "#server/platform/deps.ts";
import * as store from "./store.ts";
import { findOrderIdsOf, type OrderBuyer } from "#server/modules/orders/index.ts";
import type { RecordSource } from "#server/platform/personal-records.ts";
import { documentNumber } from "./rules.ts";

export { ink, longDay } from "./printing/labels.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** An invoice was canceled and reissued; both documents have their numbers. Its buyer gets an email. */
    "invoice.corrected": OrderBuyer & { cancellationId: number; invoiceId: number };
  }
}

/** Receipts, invoices, credit notes, the door list and the ledger export. */
export const orderDocuments = defineModule("order-documents", { emails: documentEmails }, ({ deps }) => ({
  routes: (context) => orderDocumentsRoutes(context, deps),
  confirmationFiles,
  findCreditNoteId: store.findCreditNoteId,
  on: () => subscribeOrderDocuments(deps),
  // Nobody waits for it: a document that is requested sooner gets its number then.
  jobs: [{ name: "order-documents", everyMs: 5_000, run: () => issueDueDocuments(deps.db) }],
  personalData: { documents: orderDocumentsRecords },
}));

/** Listens for sales and refunds: each makes its document due in its own transaction. */
function subscribeOrderDocuments({ bus }: Deps): void {
  bus.on("order.paid", (tx, paid) =>
    store.insertReceipts(
      tx,
      paid.map(({ orderId }) => orderId),
    ),
  );
  bus.on("order.refund_done", (tx, done) =>
    store.insertCreditNotes(
      tx,
      done.map(({ orderRefundId }) => orderRefundId),
    ),
  );
}

/**
 * Documents billed to a person: for their data download, and for account deletion, which removes the name and keeps the
 * sale.
 */
const orderDocumentsRecords: RecordSource = {
  async read(db, owner) {
    const documents = await store.listDocumentsOf(db, await findOrderIdsOf(db, owner));
    return documents.map(({ kind, year, number, issuedAt, addressee, totalCents }) => ({
      kind,
      number: documentNumber({ kind, year, number }),
      issuedAt: issuedAt.toISOString(),
      totalCents,
      addressee,
    }));
  },
  async forget(tx, owner) {
    // Waits for a draw that may have read the name already.
    await store.lockNumbers(tx);
    await store.forgetAddressees(tx, await findOrderIdsOf(tx, owner));
  },
};
