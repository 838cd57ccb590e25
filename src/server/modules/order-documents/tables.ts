import { ownTables } from "#server/platform/db/owned-tables.ts";

export const orderDocumentsTables = ownTables({
  order_document_counters: {},
  order_documents: {},
});
