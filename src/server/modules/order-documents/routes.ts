import * as contract from "#contract/order-documents.ts";
import { createReadOrder, requireOrderAccess } from "#server/modules/orders/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { hasRole, type Principal } from "#server/platform/http/principal.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { isAnything, type Scope } from "#server/platform/http/scope.ts";
import { pdfReply } from "#server/platform/pdf/letters.ts";
import { correctInvoice } from "./correcting/service.ts";
import { createOrderDocuments, printOf, showInvoice, showDocuments } from "./service.ts";
import type { FastifyReply } from "fastify";
import type { DocumentRow } from "./store.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { printCompTickets } from "./comp-tickets/service.ts";
import { printDoorList } from "./door-list/service.ts";
import { exportOrderDocuments, exportLedger } from "./exports/service.ts";

interface OrderCall {
  principal: Principal | undefined;
  params: { id: string };
  query: { key?: string | undefined };
  scope: Scope;
}

/**
 * Documents of an order, for anyone with access to the order; for staff also corrected invoices, the door list, and
 * exports for the accountant.
 */
export function orderDocumentsRoutes(context: RouteContext, deps: Deps): void {
  const readOrder = createReadOrder(deps);
  const documents = createOrderDocuments(deps.db);
  const orderOf = async ({ principal, params, query, scope }: OrderCall) =>
    requireOrderAccess(deps, await readOrder(params.id), principal, query.key, isAnything(scope) ? "granted" : "admin");
  /** Staff acting for the buyer of an order that is not their own. */
  const staffFor = async ({ principal, params }: OrderCall) =>
    hasRole(principal, "admin") && (await readOrder(params.id))?.ownerId !== principal?.id ? principal : undefined;

  route(context, contract.listOrderDocuments, async (call) => ({
    items: showDocuments(await documents.list(await orderOf(call))),
  }));
  route(context, contract.requestInvoice, async (call) =>
    showInvoice(await documents.requestInvoice(await orderOf(call), call.body, await staffFor(call))),
  );
  route(context, contract.correctOwnInvoice, async (call) => {
    const order = await orderOf(call);
    // Staff correct invoices in the admin, under their name and with a reason.
    if ((await staffFor(call)) !== undefined && call.query.key === undefined) throw new AppError("not_found");
    const { documentId, ...billing } = call.body;
    await documents.list(order);
    return showInvoice(await correctInvoice(deps, { order, documentId, billing, by: "buyer" }));
  });
  const print = async (call: OrderCall & { reply: FastifyReply }, isIt: (orderDocument: DocumentRow) => boolean) => {
    const { name, pdf } = await printOf(await documents.list(await orderOf(call)), isIt);
    return pdfReply(call.reply, name, pdf);
  };
  route(context, contract.getReceipt, (call) => print(call, ({ kind }) => kind === "receipt"));
  route(context, contract.getInvoice, (call) => print(call, ({ kind }) => kind === "invoice"));
  route(context, contract.getOrderDocument, (call) => print(call, ({ id }) => id === call.params.documentId));
  route(context, contract.correctInvoice, async ({ principal, params, body }) => {
    const order = (await readOrder(params.id))?.order;
    if (order === undefined) throw new AppError("not_found");
    const { documentId, reason, ...billing } = body;
    await documents.list(order);
    const by = { staff: principal!, reason };
    return showInvoice(await correctInvoice(deps, { order, documentId, billing, by }));
  });
  route(context, contract.printCompTickets, async ({ params, reply }) => {
    const { name, pdf } = await printCompTickets(deps, params.id);
    return pdfReply(reply, name, pdf);
  });
  route(context, contract.getDoorList, async ({ params, reply }) => {
    const { name, pdf } = await printDoorList(deps.db, params.id);
    return pdfReply(reply, name, pdf);
  });
  route(context, contract.exportLedger, async ({ query, reply }) =>
    csvReply(reply, `ledger-${query.from}-${query.to}`, await exportLedger(deps.db, query)),
  );
  route(context, contract.exportOrderDocuments, async ({ query, reply }) =>
    csvReply(reply, `order-documents-${query.from}-${query.to}`, await exportOrderDocuments(deps.db, query)),
  );
}
