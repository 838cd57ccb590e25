import type { DocumentKind } from "#contract/order-documents.ts";
import { apiQuery } from "#web/lib/api.ts";

/** An order's documents, oldest first. @param key from the order's link, for visitors without a session */
export const documentsQuery = (id: string, key?: string) =>
  apiQuery("GET /api/orders/{id}/documents", { params: { id }, query: { key } });

/** The label of each kind of document. */
export const documentNames: Record<DocumentKind, string> = {
  receipt: "Receipt",
  invoice: "Invoice",
  cancellation: "Cancellation",
  credit_note: "Credit note",
};
