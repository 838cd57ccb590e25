import * as contract from "#contract/orders.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import type { Payments } from "#server/modules/payments/index.ts";
import { cancelOrder } from "./cancel.ts";
import { createPayOrder } from "./pay.ts";
import { createPlaceOrder } from "./place.ts";
import { createReadOrder, requireOrderAccess } from "./read.ts";

/** What buyers do with orders. */
export function ordersRoutes(context: RouteContext, deps: Deps, payments: Payments): void {
  const placeOrder = createPlaceOrder(deps);
  const payOrder = createPayOrder(deps, payments);
  const readOrder = createReadOrder(deps);

  route(context, contract.placeOrder, ({ principal, body, idempotency }) =>
    placeOrder({ buyer: principal!, draft: body, idempotency: idempotency! }),
  );
  route(context, contract.payOrder, ({ principal, params, idempotency }) =>
    payOrder({ payer: principal!, orderId: rowId(params), idempotency: idempotency! }),
  );
  route(context, contract.getOrder, async ({ principal, params, query }) =>
    requireOrderAccess(deps, await readOrder(rowId(params)), principal, query.key),
  );
  route(context, contract.cancelOrder, async ({ principal, params }) => {
    await cancelOrder(deps, payments, principal!, rowId(params));
    return requireOrderAccess(deps, await readOrder(rowId(params)), principal);
  });
}

/** An order's id as the database writes it: an address may spell it in capitals. */
const rowId = (params: { id: string }) => params.id.toLowerCase();
