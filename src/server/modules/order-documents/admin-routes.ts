import * as contract from "#contract/order-documents.ts";
import { createReadOrder } from "#server/modules/orders/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { pdfReply } from "#server/platform/pdf/pdf-reply.ts";
import { correctInvoice } from "./correcting/service.ts";
import { printDoorList } from "./door-list/service.ts";
import { exportOrderDocuments, exportLedger } from "./exports/service.ts";
import { createOrderDocuments, showInvoice } from "./service.ts";

/** Documents for staff: corrected invoices, the door list, and exports for the accountant. */
export function orderDocumentAdminRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  const readOrder = createReadOrder(deps);
  const documents = createOrderDocuments(db);
  route(context, contract.correctInvoice, async ({ principal, params, body }) => {
    const order = (await readOrder(params.id))?.order;
    if (order === undefined) throw new AppError("not_found");
    const { documentId, reason, ...billing } = body;
    await documents.list(order);
    const by = { staff: principal!, reason };
    return showInvoice(await correctInvoice(deps, { order, documentId, billing, by }));
  });
  route(context, contract.getDoorList, async ({ params, reply }) => {
    const { name, pdf } = await printDoorList(db, params.id);
    return pdfReply(reply, name, pdf);
  });
  route(context, contract.exportLedger, async ({ query, reply }) =>
    csvReply(reply, `ledger-${query.from}-${query.to}`, await exportLedger(db, query)),
  );
  route(context, contract.exportOrderDocuments, async ({ query, reply }) =>
    csvReply(reply, `order-documents-${query.from}-${query.to}`, await exportOrderDocuments(db, query)),
  );
}
