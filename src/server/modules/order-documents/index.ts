import { defineModule } from "#server/platform/module.ts";
import { orderDocumentAdminRoutes } from "./admin-routes.ts";
import { issueDueDocuments } from "./issuing/service.ts";
import { orderDocumentsRecords } from "./records.ts";
import { orderDocumentsRoutes } from "./routes.ts";
import { subscribeOrderDocuments } from "./subscriptions.ts";

export { findCreditNoteId } from "./store.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** An invoice was canceled and reissued; both documents have their numbers. Its buyer gets an email. */
    "invoice.corrected": {
      orderId: string;
      cancellationId: number;
      invoiceId: number;
      buyerName: string;
      buyerEmail: string;
    };
  }
}

/** Receipts, invoices, credit notes, the door list and the ledger export. */
export const orderDocuments = defineModule("order-documents", ({ deps }) => ({
  routes(context) {
    orderDocumentsRoutes(context, deps);
    orderDocumentAdminRoutes(context, deps);
  },
  on: () => subscribeOrderDocuments(deps),
  // Nobody waits for it: a document that is requested sooner gets its number then.
  jobs: [{ name: "order-documents", everyMs: 5_000, run: () => issueDueDocuments(deps.db) }],
  personalData: { documents: orderDocumentsRecords },
}));
