import * as staff from "#contract/fulfillment/admin.ts";
import * as contract from "#contract/fulfillment/fulfillment.ts";
import { listMyItems } from "#contract/fulfillment/my-items.ts";
import * as door from "#contract/fulfillment/pickups.ts";
import { createReadOrder, requireOrderAccess } from "#server/modules/orders/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { route, routes, type RouteContext } from "#server/platform/http/route.ts";
import { pdfReply } from "#server/platform/pdf/letters.ts";
import { createDownload, renewDownloads, streamDownload } from "./downloads.ts";
import { findDoorPickups } from "./door-search.ts";
import { printPackingSlip } from "./packing-slip.ts";
import * as own from "./own-items.ts";
import * as pickups from "./pickups.ts";
import { quoteReturn, recordReturn } from "./returns.ts";
import * as sending from "./sending.ts";
import { fulfillmentList, getPickList, pickListFile } from "./service.ts";
import { showForBuyer, showForStaff } from "./show.ts";

interface OrderCall {
  principal: Principal | undefined;
  params: { id: string };
  query: { key?: string | undefined };
}

/** What of orders is sent, handed over, downloaded and returned: for buyers, the door, and admins. */
export function fulfillmentRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  const readOrder = createReadOrder(deps);
  const orderIdOf = async ({ principal, params, query }: OrderCall) =>
    requireOrderAccess(deps, await readOrder(params.id), principal, query.key).id;

  route(context, contract.getFulfillment, async (call) => showForBuyer(deps, db, await orderIdOf(call)));
  route(context, contract.createDownload, async (call) =>
    createDownload(deps, await orderIdOf(call), call.body.lineId),
  );
  route(context, contract.getDownload, ({ params, request, reply }) =>
    streamDownload(deps, params.token, request, reply),
  );

  route(context, listMyItems, ({ principal }) => own.listMyItems(deps, principal!));

  routes(context, door, {
    findPickup: ({ body, scope }) => pickups.findPickup(deps, { ...body, scope }),
    handOverAtDoor: ({ principal, body, idempotency, scope }) =>
      pickups.handOverAtDoor(deps, { staff: principal!, shown: { ...body, scope }, idempotency: idempotency! }),
    findDoorPickups: ({ params, query }) => findDoorPickups(deps, params.id, query.q),
    undoPickup: ({ principal, body }) => pickups.undoAtDoor(deps, { staff: principal!, ...body }),
  });

  routes(context, staff, {
    getAdminFulfillment: ({ params }) => showForStaff(db, params.id),
    createShipment: ({ principal, params, body, idempotency }) =>
      sending.createShipment(deps, { staff: principal!, orderId: params.id, body, idempotency: idempotency! }),
    changeShipment: ({ principal, params: { id, shipmentId }, body }) =>
      sending.changeShipment(deps, { staff: principal!, orderId: id, shipmentId, body }),
    voidShipment: ({ principal, params: { id, shipmentId }, body }) =>
      sending.voidShipment(deps, { staff: principal!, orderId: id, shipmentId, reason: body.reason }),
    handOver: ({ principal, params, body, idempotency }) =>
      sending.handOver(deps, { staff: principal!, orderId: params.id, body, idempotency: idempotency! }),
    quoteItemReturn: ({ params, body }) => quoteReturn(deps, params.id, body.units),
    recordReturn: ({ principal, params, body, idempotency }) =>
      recordReturn(deps, { staff: principal!, orderId: params.id, body, idempotency: idempotency! }),
    renewDownloads: ({ principal, params, body }) =>
      renewDownloads(deps, { staff: principal!, orderId: params.id, lineId: body.lineId }),
    getPackingSlip: async ({ params, query, reply }) => {
      const { name, pdf } = await printPackingSlip(deps, params.id, query.shipment);
      return pdfReply(reply, name, pdf);
    },
    listFulfillment: ({ query }) => fulfillmentList.list(db, query),
    getPickList: ({ query }) => getPickList(db, query),
    exportPickList: ({ query, reply }) => csvReply(reply, "pick-list", pickListFile(db, query)),
  });
  fileRoutes(context, staff.exportFulfillment, "fulfillment", ({ query }) => fulfillmentList.file(db, query));
}
