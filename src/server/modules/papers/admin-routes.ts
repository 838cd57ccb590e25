import * as contract from "#contract/papers.ts";
import { createReadOrder } from "#server/modules/orders/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { pdfReply } from "#server/platform/pdf/pdf-reply.ts";
import { correctInvoice } from "./correcting/service.ts";
import { printDoorList } from "./door-list/service.ts";
import { exportJournal } from "./journal/service.ts";
import { exportPapers } from "./register/service.ts";
import { createPapers, showInvoice } from "./service.ts";

/** Papers of the house: invoices put right, the list for a door, what the accountant takes home. */
export function paperDeskRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  const readOrder = createReadOrder(deps);
  const papers = createPapers(db);
  route(context, contract.correctInvoice, async ({ principal, params, body }) => {
    const order = (await readOrder(params.id))?.order;
    if (order === undefined) throw new AppError("not_found");
    const { paperId, reason, ...billing } = body;
    await papers.list(order);
    const by = { staff: principal!, reason };
    return showInvoice(await correctInvoice(deps, { order, paperId, billing, by }));
  });
  route(context, contract.getDoorList, async ({ params, reply }) => {
    const { name, pdf } = await printDoorList(db, params.id);
    return pdfReply(reply, name, pdf);
  });
  route(context, contract.exportJournal, async ({ query, reply }) =>
    csvReply(reply, `journal-${query.from}-${query.to}`, await exportJournal(db, query)),
  );
  route(context, contract.exportPapers, async ({ query, reply }) =>
    csvReply(reply, `papers-${query.from}-${query.to}`, await exportPapers(db, query)),
  );
}
