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
import type { PreparedDelivery } from "#server/modules/delivery/index.ts";
import { expireHolds } from "#server/modules/inventory/index.ts";
import {
  purchasablesOf,
  toWished,
  type NewLine,
  type OrderEvent,
  type SaleItem,
  type SoldLine,
} from "#server/modules/purchasables/index.ts";
import { withDeliveries } from "./delivering.ts";
import { shareLocks } from "./fair-share/service.ts";
import { holdOrders, recordFreeOrders, recordRedemptions, refuseOverPersonLimit, type Claiming } from "./holding.ts";
import { priceWishes } from "./pricing.ts";
import { holdSeconds, itemKey, maxLiveOrders, type PricedOrder } from "./rules.ts";
import { showOrder, toLine } from "./show.ts";
import * as store from "./store.ts";
import { createRefusals, StockShortage } from "./stock-shortage.ts";

/** A buyer's request on its way to an order. */
interface Placing {
  buyer: Principal;
  draft: OrderDraft;
  idempotency: IdempotencyClaim;
  /** The hash of the network that it came from; omitted if it didn't come over one. */
  network?: string;
  /** The browser that sent it, as it names itself. */
  agent?: string | undefined;
}

type Reply = Outcome<PreparedReply>;
const refuse = (error: AppError): Reply => ({ ok: false, error });

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
 * @throws AppError `not_found` | `sold_out` | `in_carts` | `sales_closed` | `over_limit` | `network_busy` |
 *   `free_limit` | `code_invalid` | `invalid_input` | `idempotency_key_reused`
 */
export function createPlaceOrder(deps: Deps): (placing: Placing) => Promise<PreparedReply> {
  return coalesce<Placing, PreparedReply>({
    lane: ({ draft }) =>
      draft.lines
        .map((line) => itemKey(toWished(deps, line)))
        .toSorted()
        .join(),
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
    const replies = await answerRepeats(tx, placings);
    const fresh = placings.filter((_, index) => replies[index] === undefined);
    if (fresh.length === 0) return followFirst(placings, replies);

    const byPlacing = new Map<Placing, Reply>();
    const { claiming, now, events, items } = await price(deps, tx, withoutTwins(fresh), byPlacing);
    const refusals = await refuseOverPersonLimit(tx, claiming);
    const wanting = claiming.filter((wish, index) => {
      const refusal = refusals[index];
      if (refusal !== undefined) byPlacing.set(wish.placing, refuse(refusal));
      return refusal === undefined;
    });
    const shortages = await holdOrders(deps, tx, wanting, items);
    const held = wanting.filter((_, index) => shortages[index] === undefined);
    const orders = held.map(({ placing, order, id }) => newOrder(placing, order, id, now));
    const answers = orders.map((placed) => answerPlaced(deps, placed, eventsOf(placed.lines, events)));
    await write(deps, tx, held, orders, answers);

    const formatRefusal = createRefusals(tx);
    for (const [index, { placing, order }] of wanting.entries()) {
      const shortage = shortages[index];
      if (shortage === undefined) continue;
      const timeZone = eventsOf(order.lines, events)[0]?.timeZone;
      byPlacing.set(placing, refuse(await formatRefusal(order, shortage, timeZone)));
    }
    held.forEach(({ placing }, index) =>
      byPlacing.set(placing, { ok: true, value: new PreparedReply(answers[index]!, 201) }),
    );
    placings.forEach((placing, index) => (replies[index] ??= byPlacing.get(placing)));
    return followFirst(placings, replies);
  });
}

async function answerRepeats(tx: Tx, placings: Placing[]): Promise<(Reply | undefined)[]> {
  const stored = await findReplies(
    tx,
    placings.map((placing) => placing.idempotency),
  );
  return stored.map((reply) => {
    if (reply === undefined) return undefined;
    if (reply instanceof AppError) return refuse(reply);
    return { ok: true, value: new PreparedReply(reply.reply, reply.status) };
  });
}

const keyOf = ({ idempotency: { userId, key } }: Placing) => `${userId} ${key}`;

/** If a request arrives twice in one batch, only the first is processed. */
function withoutTwins(placings: Placing[]): Placing[] {
  const seen = new Set<string>();
  return placings.filter((placing) => !seen.has(keyOf(placing)) && seen.add(keyOf(placing)));
}

function followFirst(placings: Placing[], replies: (Reply | undefined)[]): Reply[] {
  const first = new Map<string, number>();
  return placings.map((placing, index) => {
    const leader = first.get(keyOf(placing));
    if (leader === undefined) first.set(keyOf(placing), index);
    const reply = replies[index];
    if (reply !== undefined) return reply;
    const same = placings[leader!]!.idempotency.bodyHash.equals(placing.idempotency.bodyHash);
    return same ? replies[leader!]! : refuse(new AppError("idempotency_key_reused"));
  });
}

/** A priced order that still needs its stock. */
interface PricedPlacing extends Claiming {
  placing: Placing;
}

async function price(
  deps: Deps,
  tx: Tx,
  placings: Placing[],
  replies: Map<Placing, Reply>,
): Promise<{ claiming: PricedPlacing[]; now: Date; events: Events; items: SaleItem[] }> {
  const drafts = placings.map(({ draft }) => draft);
  const { priced: plain, items } = await priceWishes(deps, tx, drafts);
  const choices = drafts.map(({ delivery }) => delivery);
  const priced = await withDeliveries(tx, plain, choices, items);
  const events = await findEvents(deps, tx, items);
  const buyerIds = placings.map(({ buyer }) => buyer.id);
  if (deps.config.rateLimits) await store.lockBuyers(tx, buyerIds, locksOf(placings, priced));
  const { now, live } = await store.countLiveOrders(tx, buyerIds);
  const claiming = placings.flatMap((placing, index): PricedPlacing[] => {
    const { buyer, draft } = placing;
    const count = live.get(buyer.id) ?? 0;
    const order =
      deps.config.rateLimits && count >= maxLiveOrders
        ? new AppError("over_limit", { message: "Pay or cancel one of your open orders first" })
        : priced[index]!;
    if (order instanceof AppError) {
      replies.set(placing, refuse(order));
      return [];
    }
    live.set(buyer.id, count + 1);
    const { email } = draft.buyer;
    const network = deps.config.rateLimits ? placing.network : undefined;
    return [{ placing, id: newId(), userId: buyer.id, email, emailConfirmed: isOwnEmail(placing), network, order }];
  });
  return { claiming, now, events, items };
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
const locksOf = (placings: Placing[], priced: (PricedOrder | AppError)[]) =>
  placings.flatMap(({ network, draft }, index) => {
    const order = priced[index]!;
    if (order instanceof AppError || network === undefined) return [];
    return shareLocks({ network, email: draft.buyer.email }, order);
  });

interface Placed {
  row: store.NewOrder;
  lines: SoldLine[];
  delivery: PreparedDelivery | undefined;
}

function newOrder(placing: Placing, order: PricedOrder, id: string, now: Date): Placed {
  const { subtotalCents, feeCents, discountCents, taxCents, shippingCents, shippingTaxCents, totalCents } = order;
  const { currency, code, refundUntil, refundFees } = order;
  const { buyer, draft } = placing;
  const { source, campaign, streamId } = draft;
  const row = {
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
    holdExpiresAt: new Date(now.getTime() + holdSeconds * 1000),
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
  const lines = order.lines.map((line) => ({ id: newId(), orderId: id, ...line }));
  return { row, lines, delivery: order.delivery };
}

function answerPlaced(deps: Deps, { row, lines, delivery }: Placed, events: OrderEvent[]): string {
  const full: store.OrderRow = {
    ...row,
    status: "awaiting_payment",
    paidAt: null,
    refundedCents: 0,
    holdGraceSeconds: 0,
    linkVersion: 0,
    secondsLeft: holdSeconds,
  };
  const order: Order = showOrder(full, {
    lines: lines.map((line) => toLine(deps, line)),
    events,
    delivery: delivery?.shown,
    payment: undefined,
    tickets: [],
    refunds: [],
    returnable: undefined,
  });
  return JSON.stringify(order);
}

async function write(deps: Deps, tx: Tx, held: PricedPlacing[], orders: Placed[], answers: string[]): Promise<void> {
  if (orders.length === 0) return;
  await store.insertOrders(
    deps,
    tx,
    orders.map(({ row }) => row),
    orders.flatMap(({ lines }) => lines),
    orders.flatMap(({ row, delivery }) => (delivery === undefined ? [] : [{ orderId: row.id, ...delivery.stored }])),
  );
  await recordRedemptions(tx, held);
  await recordFreeOrders(tx, held);
  const optIns = orders.filter((_, index) => held[index]!.placing.draft.emailOptIn === true);
  const toOptIn = ({ row: { id, userId, buyerName, buyerEmail } }: Placed) => {
    return { orderId: id, userId, buyerName, buyerEmail };
  };
  await deps.bus.emit(tx, "order.opted_in", optIns.map(toOptIn));
  await storeReplies(
    tx,
    held.map(({ placing }, index) => ({ ...placing.idempotency, status: 201, reply: answers[index]! })),
  );
}
