import type { OrderDocument, DocumentKind } from "#contract/order-documents.ts";
import { withQuery } from "#web/lib/paths.ts";
import { pathQuery } from "#web/lib/query-client.ts";

/** The address of an order's document. @param key from the order's link, for visitors without a session */
export const documentPath = (orderId: string, path: string, key?: string) =>
  withQuery(`/api/orders/${encodeURIComponent(orderId)}/${path}`, { key });

/** An order's documents, oldest first. */
export const documentsQuery = (orderId: string, key?: string) =>
  pathQuery<{ items: OrderDocument[] }>(documentPath(orderId, "documents", key));

/** The label of each kind of document. */
export const documentNames: Record<DocumentKind, string> = {
  receipt: "Receipt",
  invoice: "Invoice",
  cancellation: "Cancellation",
  credit_note: "Credit note",
};
