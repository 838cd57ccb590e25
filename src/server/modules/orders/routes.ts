import * as contract from "#contract/orders/orders.ts";
import * as emails from "#contract/orders/buyer-email.ts";
import * as refunds from "#contract/refunds/refunds.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext, whenDone } from "#server/platform/http/route.ts";
import { networkOf } from "#server/platform/http/limits.ts";
import { hashNetwork } from "#server/platform/proof/index.ts";
import type { Payments } from "#server/modules/payments/index.ts";
import { createCodeGuesses } from "#server/modules/promotions/index.ts";
import { createChangeOwnEmail, sendEmailCode, stopEmailChange } from "./buyer-email/own-change.ts";
import { addPromoCode } from "./add-code.ts";
import { cancelOrder } from "./cancel.ts";
import { createPayOrder } from "./pay.ts";
import { createPlaceOrder } from "./place.ts";
import { createReadOrder, listHeldOrders, readLastBuyer, requireOrderAccess } from "./read.ts";
import { quoteReturn, returnTickets } from "./refunds/returns/service.ts";
import { quoteOrder } from "./pricing.ts";

/** Routes for what buyers do with orders. */
export function ordersRoutes(context: RouteContext, deps: Deps, payments: Payments): void {
  const placeOrder = createPlaceOrder(deps);
  const payOrder = createPayOrder(deps, payments);
  const readOrder = createReadOrder(deps);
  const changeOwnEmail = createChangeOwnEmail(deps);
  const guesses = createCodeGuesses(deps.config.rateLimits, deps.openCounter);
  const guesser = (personId: number, address: string) => ({ personId, network: networkOf(address) });

  route(context, contract.placeOrder, ({ principal, body, idempotency, request }) =>
    guesses.watch(guesser(principal!.id, request.ip), body.promoCode, () =>
      placeOrder({
        buyer: principal!,
        draft: body,
        idempotency: idempotency!,
        network: hashNetwork(request.ip, deps.keys.networks),
        agent: request.headers["user-agent"],
      }),
    ),
  );
  route(context, contract.quoteOrder, ({ principal, body, request }) =>
    guesses.watch(guesser(principal!.id, request.ip), body.promoCode, () => quoteOrder(deps, principal!, body)),
  );
  route(context, contract.addPromoCode, ({ principal, params: { id }, body: { promoCode }, request }) =>
    guesses.watch(guesser(principal!.id, request.ip), promoCode, async () => {
      await addPromoCode(deps, payments, { buyer: principal!, orderId: id, promoCode });
      return requireOrderAccess(deps, await readOrder(id), principal, undefined, "moderator");
    }),
  );
  route(context, contract.getLastBuyer, ({ principal }) => readLastBuyer(deps.db, principal!));
  route(context, contract.payOrder, ({ principal, params, idempotency }) =>
    payOrder({ payer: principal!, orderId: params.id, idempotency: idempotency! }),
  );
  route(context, contract.getOrder, async ({ principal, params, query }) =>
    requireOrderAccess(deps, await readOrder(params.id), principal, query.key, "moderator"),
  );
  route(context, refunds.quoteReturn, ({ principal, params, query, body }) =>
    quoteReturn(deps, { person: principal!, orderId: params.id, key: query.key }, body),
  );
  route(context, refunds.returnTickets, ({ principal, params, query, body, idempotency }) =>
    returnTickets(deps, {
      person: principal!,
      orderId: params.id,
      key: query.key,
      draft: body,
      idempotency: idempotency!,
    }),
  );
  route(context, emails.changeOwnEmail, ({ principal, params, query, body, idempotency }) =>
    changeOwnEmail({
      person: principal!,
      orderId: params.id,
      key: query.key,
      draft: body,
      idempotency: idempotency!,
    }),
  );
  route(context, emails.sendEmailCode, ({ principal, params, query }) =>
    whenDone(sendEmailCode(deps, { person: principal!, orderId: params.id, key: query.key })),
  );
  route(context, emails.stopEmailChange, ({ body }) => stopEmailChange(deps, body.token));
  route(context, contract.listHeldOrders, async ({ principal }) => ({ items: await listHeldOrders(deps, principal!) }));
  route(context, contract.cancelOrder, async ({ principal, params }) => {
    await cancelOrder(deps, payments, principal!, params.id);
    return requireOrderAccess(deps, await readOrder(params.id), principal);
  });
}
