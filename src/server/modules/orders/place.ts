import { createHash } from "node:crypto";
import { browserName, deviceType } from "#contract/analytics/device.ts";
import type { Order, OrderDraft } from "#contract/orders/orders.ts";
import { AppError } from "#server/platform/app-error.ts";
import { coalesce, type Outcome } from "#server/platform/coalesce.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { PreparedReply } from "#server/platform/http/route.ts";
import { findReplies, storeReplies, type IdempotencyClaim } from "#server/platform/idempotency.ts";
import { randomCode, newId } from "#server/platform/ids.ts";
import type { ProofAsk } from "#server/platform/proof/index.ts";
import { expireHolds, type Shortage } from "#server/modules/inventory/index.ts";
import {
  purchasablesOf,
  toWished,
  type Sellers,
  type NewLine,
  type OrderEvent,
  type SaleItem,
  type SoldLine,
} from "#server/modules/purchasables/index.ts";
import { withDeliveries } from "./delivering.ts";
import { shareLocks } from "./fair-share/service.ts";
import { readTrust, type Trust } from "./fair-share/trust.ts";
import { holdOrders, recordFreeOrders, recordRedemptions, refuseOverPersonLimit, type Claiming } from "./holding.ts";
import { asShown, priceWishes } from "./pricing.ts";
import { holdSeconds, itemKey, maxLiveOrders, type PricedOrder } from "./rules.ts";
import { showOrder, toLine } from "./show.ts";
import * as store from "./store.ts";
import { createRefusals, StockShortage } from "./stock-shortage.ts";

/** A buyer's request on its way to an order. */
export interface Placing {
  buyer: Principal;
  draft: OrderDraft;
  idempotency: IdempotencyClaim;
  /** The total that the buyer saw: the order is placed only if it costs that. Omitted if any total will do. */
  shownTotalCents?: number;
  /** The hash of the network that it came from; omitted if it didn't come over one. */
  network?: string;
  /** The browser that sent it, as it names itself. */
  agent?: string | undefined;
}

/** What a proof of work for an order is for: what it orders, however many of it. */
export const proofForOrder = (sellers: Sellers, lines: OrderDraft["lines"]): ProofAsk => ({
  purpose: "order",
  subject: createHash("sha256").update(laneOf(sellers, lines)).digest("base64url").slice(0, 22),
});

const laneOf = (sellers: Sellers, lines: OrderDraft["lines"]): string =>
  lines
    .map((line) => itemKey(toWished(sellers, line)))
    .toSorted()
    .join();

type Reply = Outcome<PreparedReply>;
const refuse = (error: AppError): Reply => ({ ok: false, error });

/** A request in its batch; the step that ends it answers it. */
interface Request {
  placing: Placing;
  reply?: Reply;
}

/** What a request comes to: an order with its prices that needs its stock. */
interface Wish extends Claiming {
  request: Request;
}

/** A wish whose buyer nobody has looked up yet. */
type NewWish = Omit<Wish, keyof Trust>;

/**
 * Places orders and holds their stock until `holdExpiresAt`: every line of an order or none.
 *
 * Prices are copied into the lines (cents, order currency), so a later price change can't alter what this buyer pays.
 * One transaction places orders for the same items that arrive together, each succeeding or failing on its own,
 * in order of arrival; this locks the hot stock row once for all of them. The same Idempotency-Key returns the same
 * order again, byte for byte.
 *
 * A promo code's redemptions and a promoter's allocation are stock like any other and are held with the order.
 *
 * @throws AppError `not_found` | `sold_out` | `in_carts` | `sales_closed` | `over_limit` | `proof_required` |
 *   `free_limit` | `code_invalid` | `invalid_input` | `total_changed` | `idempotency_key_reused`
 */
export function createPlaceOrder(deps: Deps): (placing: Placing) => Promise<PreparedReply> {
  return coalesce<Placing, PreparedReply>({
    lane: ({ draft }) => laneOf(deps, draft.lines),
    async run(placings) {
      const first = await placeBatch(deps, placings);
      const lacking = new Set(first.flatMap(lackingIn));
      // A refusal stands only when no expired hold was in the way.
      if (lacking.size === 0 || (await expireHolds(deps.db, deps.bus, [...lacking])) === 0) return first;
      const wasShort = (reply: Reply) => lackingIn(reply).length > 0;
      const second = await placeBatch(
        deps,
        placings.filter((_, index) => wasShort(first[index]!)),
      );
      return first.map((reply) => (wasShort(reply) ? second.shift()! : reply));
    },
  });
}

/** The stock that was short for an order. */
const lackingIn = (reply: Reply) => (!reply.ok && reply.error instanceof StockShortage ? reply.error.lacking : []);

function placeBatch(deps: Deps, placings: Placing[]): Promise<Reply[]> {
  return inTransaction(deps.db, async (tx) => {
    const requests = placings.map((placing): Request => ({ placing }));
    await answerRepeats(tx, requests);
    const fresh = withoutTwins(requests.filter(({ reply }) => reply === undefined));
    if (fresh.length > 0) await placeFresh(deps, tx, fresh);
    return followFirst(requests);
  });
}

/** Answers requests that nobody has answered yet, in the order of their arrival. */
async function placeFresh(deps: Deps, tx: Tx, requests: Request[]): Promise<void> {
  const { priced, items, events } = await priceDrafts(deps, tx, requests);
  const { now, live } = await lockBuyers(deps, tx, requests, priced);
  const wishes = await withTrust(deps, tx, withinOpenOrders(deps, requests, priced, live));
  const allowed = await withinCodeLimits(tx, wishes);
  const { held, short } = await holdStock(deps, tx, allowed, items);
  const placed = held.map((wish) => toPlaced(deps, wish, events, now));
  await writeOrders(deps, tx, placed);
  for (const { wish, reply } of placed) wish.request.reply = { ok: true, value: new PreparedReply(reply, 201) };
  await refuseShort(tx, short, events);
}

/** Answers requests that were answered before: the same key, the same reply. */
async function answerRepeats(tx: Tx, requests: Request[]): Promise<void> {
  const stored = await findReplies(
    tx,
    requests.map(({ placing }) => placing.idempotency),
  );
  for (const [index, reply] of stored.entries()) {
    if (reply === undefined) continue;
    requests[index]!.reply =
      reply instanceof AppError ? refuse(reply) : { ok: true, value: new PreparedReply(reply.reply, reply.status) };
  }
}

const keyOf = ({ placing: { idempotency } }: Request) => `${idempotency.userId} ${idempotency.key}`;

/** If a request arrives twice in one batch, only the first is processed. */
function withoutTwins(requests: Request[]): Request[] {
  const seen = new Set<string>();
  return requests.filter((request) => !seen.has(keyOf(request)) && seen.add(keyOf(request)));
}

/** The replies of a batch. A twin gets that of its first, unless it asks for something else. */
function followFirst(requests: Request[]): Reply[] {
  const firsts = Map.groupBy(requests, keyOf);
  return requests.map((request) => {
    if (request.reply !== undefined) return request.reply;
    const [first] = firsts.get(keyOf(request))!;
    const same = first!.placing.idempotency.bodyHash.equals(request.placing.idempotency.bodyHash);
    return same ? first!.reply! : refuse(new AppError("idempotency_key_reused"));
  });
}

/** What was asked for, with the prices of this moment: per request its order, or why there is none. */
async function priceDrafts(deps: Deps, tx: Tx, requests: Request[]) {
  const drafts = requests.map(({ placing }) => placing.draft);
  const { priced: plain, items } = await priceWishes(deps, tx, drafts);
  const choices = drafts.map(({ delivery }) => delivery);
  const priced = await withDeliveries(tx, plain, choices, items);
  return { priced, items, events: await findEvents(deps, tx, items) };
}

/** Locks buyers, so that orders of one person are placed one after the other, and counts what each has open. */
async function lockBuyers(deps: Deps, tx: Tx, requests: Request[], priced: (PricedOrder | AppError)[]) {
  const buyerIds = requests.map(({ placing }) => placing.buyer.id);
  if (deps.config.rateLimits) await store.lockBuyers(tx, buyerIds, locksOf(requests, priced));
  return store.countLiveOrders(tx, buyerIds);
}

/** Refuses what has no price, and buyers who have as many open orders as one can have. */
function withinOpenOrders(
  deps: Deps,
  requests: Request[],
  priced: (PricedOrder | AppError)[],
  live: Map<number, number>,
): NewWish[] {
  const { config } = deps;
  return requests.flatMap((request, index): NewWish[] => {
    const { buyer, draft, network, shownTotalCents } = request.placing;
    const count = live.get(buyer.id) ?? 0;
    const order =
      config.rateLimits && count >= maxLiveOrders
        ? new AppError("over_limit", { message: "Pay or cancel one of your open orders first" })
        : asShown(priced[index]!, shownTotalCents);
    if (order instanceof AppError) {
      request.reply = refuse(order);
      return [];
    }
    live.set(buyer.id, count + 1);
    const person = { userId: buyer.id, email: draft.buyer.email, emailConfirmed: isOwnEmail(request.placing) };
    const ask = proofForOrder(deps, draft.lines);
    const canConfirm = config.smtpUrl !== undefined;
    const counting = { network: config.rateLimits ? network : undefined, canConfirm };
    return [{ request, id: newId(), ...person, ...counting, order, ask }];
  });
}

/** Adds what is known of each buyer, which decides for whom a hold counts and how long it lasts. */
async function withTrust(deps: Deps, tx: Tx, wishes: NewWish[]): Promise<Wish[]> {
  const trust = await readTrust(tx, wishes, deps.keys.networks);
  return wishes.map((wish, index) => ({ ...wish, ...trust[index]! }));
}

/** Refuses buyers who have used their promo code as often as one person can. */
async function withinCodeLimits(tx: Tx, wishes: Wish[]): Promise<Wish[]> {
  const refusals = await refuseOverPersonLimit(tx, wishes);
  return wishes.filter(({ request }, index) => {
    const refusal = refusals[index];
    if (refusal !== undefined) request.reply = refuse(refusal);
    return refusal === undefined;
  });
}

/** Holds the stock of orders, of each all or none, and says of which it was short. */
async function holdStock(deps: Deps, tx: Tx, wishes: Wish[], items: SaleItem[]) {
  const shortages = await holdOrders(deps, tx, wishes, items);
  return {
    held: wishes.filter((_, index) => shortages[index] === undefined),
    short: wishes.flatMap((wish, index) =>
      shortages[index] === undefined ? [] : { wish, shortage: shortages[index] },
    ),
  };
}

/** Refuses orders that are short of stock, with what there still is. */
async function refuseShort(tx: Tx, short: { wish: Wish; shortage: Shortage }[], events: Events): Promise<void> {
  const formatRefusal = createRefusals(tx);
  for (const { wish, shortage } of short) {
    const timeZone = eventsOf(wish.order.lines, events)[0]?.timeZone;
    wish.request.reply = refuse(await formatRefusal(wish, shortage, timeZone));
  }
}

/** Events by the kind that is sold for them and their id. */
type Events = Map<string, OrderEvent>;
const eventKey = (kind: string, eventId: number) => `${kind} ${eventId}`;

async function findEvents(deps: Deps, tx: Tx, items: SaleItem[]): Promise<Events> {
  const events: Events = new Map();
  for (const { kind, findEvents: find } of purchasablesOf(deps, items)) {
    const ids = new Set(items.flatMap((item) => (item.kind === kind ? (item.eventId ?? []) : [])));
    if (find === undefined || ids.size === 0) continue;
    for (const [id, event] of await find(tx, [...ids])) events.set(eventKey(kind, id), event);
  }
  return events;
}

/** The events of lines, each once, in the order of the lines. */
function eventsOf(lines: NewLine[], events: Events): OrderEvent[] {
  const keys = new Set(lines.flatMap(({ kind, eventId }) => (eventId === null ? [] : eventKey(kind, eventId))));
  return [...keys].flatMap((key) => events.get(key) ?? []);
}

const isOwnEmail = ({ buyer, draft }: Placing) => buyer.email === draft.buyer.email;

/** The locks of everybody's fair share, besides those of the buyers. */
const locksOf = (requests: Request[], priced: (PricedOrder | AppError)[]) =>
  requests.flatMap(({ placing: { network, draft } }, index) => {
    const order = priced[index]!;
    if (order instanceof AppError || network === undefined) return [];
    return shareLocks({ network, email: draft.buyer.email }, order);
  });

/** An order as it is stored, and the reply that its buyer gets. */
interface Placed {
  wish: Wish;
  row: store.NewOrder;
  lines: SoldLine[];
  reply: string;
}

function toPlaced(deps: Deps, wish: Wish, events: Events, now: Date): Placed {
  const row = toRow(wish, now);
  const lines = wish.order.lines.map((line) => ({ id: newId(), orderId: wish.id, ...line }));
  return { wish, row, lines, reply: replyOf(deps, { wish, row, lines }, eventsOf(lines, events)) };
}

function toRow(wish: Wish, now: Date): store.NewOrder {
  const { id, order, holdSeconds: seconds = holdSeconds, isKnown, isSpent = false, canConfirm } = wish;
  const { placing } = wish.request;
  const { subtotalCents, feeCents, discountCents, taxCents, shippingCents, shippingTaxCents, totalCents } = order;
  const { currency, code, refundUntil, refundFees } = order;
  const { buyer, draft } = placing;
  const { source, campaign, streamId } = draft;
  return {
    id,
    number: `SG-${randomCode(4)}-${randomCode(4)}`,
    userId: buyer.id,
    currency,
    subtotalCents,
    feeCents,
    discountCents,
    taxCents,
    shippingCents,
    shippingTaxCents,
    promoCode: code?.code ?? null,
    totalCents,
    buyerName: draft.buyer.name,
    buyerEmail: draft.buyer.email,
    emailConfirmed: isOwnEmail(placing),
    holdExpiresAt: new Date(now.getTime() + seconds * 1000),
    confirmUntil:
      seconds < holdSeconds && canConfirm && !isKnown && !isSpent && order.totalCents > 0
        ? new Date(now.getTime() + holdSeconds * 1000)
        : null,
    createdAt: now,
    refundUntil,
    refundFees,
    attribution: {
      source: source || null,
      campaign: campaign || null,
      promoterId: order.promoterId,
      streamId: streamId ?? null,
      device: placing.agent === undefined ? null : deviceType(placing.agent),
      browser: placing.agent === undefined ? null : browserName(placing.agent),
    },
  };
}

function replyOf(deps: Deps, { wish, row, lines }: Omit<Placed, "reply">, events: OrderEvent[]): string {
  const full: store.OrderRow = {
    ...row,
    status: "awaiting_payment",
    confirmUntil: row.confirmUntil ?? null,
    paidAt: null,
    refundedCents: 0,
    holdGraceSeconds: 0,
    linkVersion: 0,
    secondsLeft: wish.holdSeconds ?? holdSeconds,
  };
  const order: Order = showOrder(full, {
    lines: lines.map((line) => toLine(deps, line)),
    events,
    delivery: wish.order.delivery?.shown,
    payment: undefined,
    tickets: [],
    refunds: [],
    returnable: undefined,
  });
  return JSON.stringify(order);
}

/** Stores orders with all that comes with them, and the reply that repeats get. */
async function writeOrders(deps: Deps, tx: Tx, placed: Placed[]): Promise<void> {
  if (placed.length === 0) return;
  const wishes = placed.map(({ wish }) => wish);
  await store.insertOrders(
    deps,
    tx,
    placed.map(({ row }) => row),
    placed.flatMap(({ lines }) => lines),
    wishes.flatMap(({ id, order: { delivery } }) =>
      delivery === undefined ? [] : { orderId: id, ...delivery.stored },
    ),
  );
  await recordRedemptions(tx, wishes);
  await recordFreeOrders(tx, wishes);
  const optIns = placed.filter(({ wish }) => wish.request.placing.draft.emailOptIn === true);
  await deps.bus.emit(
    tx,
    "order.opted_in",
    optIns.map(({ row: { id, userId, buyerName, buyerEmail, totalCents } }) => ({
      orderId: id,
      userId,
      buyerName,
      buyerEmail,
      totalCents,
    })),
  );
  await storeReplies(
    tx,
    placed.map(({ wish, reply }) => ({ ...wish.request.placing.idempotency, status: 201, reply })),
  );
}
