import type { Endpoint } from "#contract/endpoint.ts";
import * as contract from "#contract/orders/orders.ts";
import type { OrderDraft } from "#contract/orders/orders.ts";
import * as emails from "#contract/orders/buyer-email.ts";
import * as refunds from "#contract/refunds/refunds.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type Call, type RouteContext, whenDone } from "#server/platform/http/route.ts";
import { networkOf } from "#server/platform/http/limits.ts";
import { hashNetwork, type ProofAsk } from "#server/platform/proof/index.ts";
import type { Payments } from "#server/modules/payments/index.ts";
import { createCodeGuesses } from "#server/modules/promotions/index.ts";
import { createBuyerCodes } from "./buyer-email/confirm.ts";
import { createChangeOwnEmail, sendEmailCode, stopEmailChange } from "./buyer-email/own-change.ts";
import { addPromoCode } from "./add-code.ts";
import { cancelOrder } from "./cancel.ts";
import { createCheckOut } from "./checkout.ts";
import { createPayOrder } from "./pay.ts";
import { createPlaceOrder, proofForOrder } from "./place.ts";
import { createReadOrder, listHeldOrders, readLastBuyer, requireOrderAccess } from "./read.ts";
import { quoteReturn, returnTickets } from "./refunds/returns/service.ts";
import { quoteOrder } from "./pricing.ts";

/** A call that may guess a promo code. */
type Guessing = Pick<Call<Endpoint>, "principal" | "request" | "prover">;

/** Routes for what buyers do with orders. */
export function ordersRoutes(context: RouteContext, deps: Deps, payments: Payments): void {
  const placeOrder = createPlaceOrder(deps);
  const payOrder = createPayOrder(deps, payments);
  const readOrder = createReadOrder(deps);
  const guesses = createCodeGuesses(deps.config.rateLimits, deps.openCounter);
  const guesser = ({ principal, request, prover }: Guessing, ask: ProofAsk) => ({
    personId: principal!.id,
    network: networkOf(request.ip),
    prover,
    ask,
  });
  // The proof that lets the code be tried lets the order through, too.
  const asBuyer = (call: Guessing, { lines }: Pick<OrderDraft, "lines">) => guesser(call, proofForOrder(deps, lines));

  // In a trusted network each account counts alone.
  const networkFor = async ({ principal, request }: Pick<Guessing, "principal" | "request">) =>
    hashNetwork(
      (await deps.trustedNetworks.has(request.ip)) ? `account ${principal!.id}` : request.ip,
      deps.keys.networks,
    );

  const placingOf = async (call: Pick<Call<Endpoint>, "principal" | "request" | "idempotency">) => ({
    buyer: call.principal!,
    idempotency: call.idempotency!,
    network: await networkFor(call),
    agent: call.request.headers["user-agent"],
  });
  const checkOut = createCheckOut(placeOrder, payOrder);
  route(context, contract.placeOrder, async ({ body, ...call }) => {
    const placing = await placingOf(call);
    return guesses.watch(asBuyer(call, body), body.promoCode, () => placeOrder({ ...placing, draft: body }));
  });
  route(context, contract.checkOut, async ({ body, ...call }) => {
    if (call.principal === undefined) return checkOut.byKey(deps.db, call.idempotency!, body);
    const placing = await placingOf(call);
    return guesses.watch(asBuyer(call, body), body.promoCode, () => checkOut.byBuyer({ ...placing, draft: body }));
  });
  route(context, contract.quoteOrder, ({ body, ...call }) =>
    guesses.watch(asBuyer(call, body), body.promoCode, () => quoteOrder(deps, call.principal!, body)),
  );
  route(context, contract.addPromoCode, ({ params: { id }, body: { promoCode }, ...call }) =>
    guesses.watch(guesser(call, { purpose: "promo-code", subject: id }), promoCode, async () => {
      const network = await networkFor(call);
      await addPromoCode(deps, payments, { buyer: call.principal!, orderId: id, promoCode, network });
      return requireOrderAccess(deps, await readOrder(id), call.principal, undefined, "moderator");
    }),
  );
  route(context, contract.getLastBuyer, ({ principal }) => readLastBuyer(deps.db, principal!));
  route(context, contract.payOrder, ({ principal, params, idempotency }) =>
    payOrder({ payer: principal!, orderId: params.id, idempotency: idempotency! }),
  );
  route(context, contract.getOrder, async ({ principal, params, query }) =>
    requireOrderAccess(deps, await readOrder(params.id), principal, query.key, "moderator"),
  );
  returnRoutes(context, deps);
  buyerEmailRoutes(context, deps, payments);
  route(context, contract.listHeldOrders, async ({ principal }) => ({ items: await listHeldOrders(deps, principal!) }));
  route(context, contract.cancelOrder, async ({ principal, params }) => {
    await cancelOrder(deps, payments, principal!, params.id);
    return requireOrderAccess(deps, await readOrder(params.id), principal);
  });
}

/** Refunds that buyers get without staff. */
function returnRoutes(context: RouteContext, deps: Deps): void {
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
}

/** What buyers do with the email of an order. */
function buyerEmailRoutes(context: RouteContext, deps: Deps, payments: Payments): void {
  const changeOwnEmail = createChangeOwnEmail(deps);
  const buyerCodes = createBuyerCodes(deps, payments);
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
  route(context, emails.sendBuyerCode, ({ principal, body: { email }, request, prover }) =>
    whenDone(buyerCodes.send({ person: principal!, email }, request.ip, prover)),
  );
  route(context, emails.confirmBuyerEmail, async ({ principal, body: { email, code } }) => ({
    extended: await buyerCodes.confirm({ person: principal!, email }, code),
  }));
  route(context, emails.stopEmailChange, ({ body }) => stopEmailChange(deps, body.token));
}
