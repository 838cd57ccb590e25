import * as contract from "#contract/papers.ts";
import { createReadOrder, requireOrderAccess } from "#server/modules/orders/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { hasRole, type Principal } from "#server/platform/http/principal.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { pdfReply } from "#server/platform/pdf/pdf-reply.ts";
import { correctInvoice } from "./correcting/service.ts";
import { createPapers, printOf, showInvoice, showPapers } from "./service.ts";

interface Asked {
  principal: Principal | undefined;
  params: { id: string };
  query: { key?: string | undefined };
}

/** Papers of an order, for whoever may see the order itself. */
export function papersRoutes(context: RouteContext, deps: Deps): void {
  const readOrder = createReadOrder(deps);
  const papers = createPapers(deps.db);
  const orderOf = async ({ principal, params, query }: Asked) =>
    requireOrderAccess(deps, await readOrder(params.id), principal, query.key);
  /** Staff who act for the buyer of an order that is not their own. */
  const staffFor = async ({ principal, params }: Asked) =>
    hasRole(principal, "moderator") && (await readOrder(params.id))?.ownerId !== principal?.id ? principal : undefined;

  route(context, contract.listPapers, async (call) => ({
    items: showPapers(await papers.list(await orderOf(call))),
  }));
  route(context, contract.requestInvoice, async (call) =>
    showInvoice(await papers.requestInvoice(await orderOf(call), call.body, await staffFor(call))),
  );
  route(context, contract.correctOwnInvoice, async (call) => {
    const order = await orderOf(call);
    // Staff correct at their desk, under their name and with the reason.
    if ((await staffFor(call)) !== undefined && call.query.key === undefined) throw new AppError("not_found");
    const { paperId, ...billing } = call.body;
    await papers.list(order);
    return showInvoice(await correctInvoice(deps, { order, paperId, billing, by: "buyer" }));
  });
  route(context, contract.getReceipt, async (call) => {
    const { name, pdf } = await printOf(await papers.list(await orderOf(call)), ({ kind }) => kind === "receipt");
    return pdfReply(call.reply, name, pdf);
  });
  route(context, contract.getInvoice, async (call) => {
    const { name, pdf } = await printOf(await papers.list(await orderOf(call)), ({ kind }) => kind === "invoice");
    return pdfReply(call.reply, name, pdf);
  });
  route(context, contract.getPaper, async (call) => {
    const { name, pdf } = await printOf(await papers.list(await orderOf(call)), ({ id }) => id === call.params.paperId);
    return pdfReply(call.reply, name, pdf);
  });
}
