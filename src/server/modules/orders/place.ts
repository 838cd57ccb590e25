import type { Order, OrderDraft, OrderLine } from "#contract/orders.ts";
import { AppError } from "#server/platform/app-error.ts";
import { coalesce, type Outcome } from "#server/platform/coalesce.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { PreparedReply } from "#server/platform/http/route.ts";
import { findReplies, storeReplies, type IdempotencyClaim } from "#server/platform/idempotency.ts";
import { clearWord, newId } from "#server/platform/ids.ts";
import { findEventHeads, loadTypesOnSale, type EventHead } from "#server/modules/events/index.ts";
import { holdStock, lapseHolds, stockIdsOf } from "#server/modules/inventory/index.ts";
import { holdSeconds, maxLiveOrders, priceOrder, type PricedOrder } from "./rules.ts";
import { showOrder } from "./show.ts";
import * as store from "./store.ts";

/** One buyer's wish on its way to an order. */
export interface Placing {
  buyer: Principal;
  draft: OrderDraft;
  idempotency: IdempotencyClaim;
}

type Reply = Outcome<PreparedReply>;
const refuse = (error: AppError): Reply => ({ ok: false, error });

/**
 * Places orders and holds their stock until `holdExpiresAt`: every line of an order or none.
 *
 * Prices are copied into the lines (cents, order currency), so a later price change cannot alter what this buyer pays.
 * Orders for the same ticket types that arrive together are placed by one transaction, each succeeding or failing on its
 * own, in order of arrival; the hot stock row is then locked once for all of them. The same Idempotency-Key answers the
 * same order again, byte for byte.
 *
 * @throws AppError `not_found` | `sold_out` | `sales_closed` | `over_limit` | `invalid_input` | `idempotency_key_reused`
 */
export function createPlaceOrder(deps: Deps): (placing: Placing) => Promise<PreparedReply> {
  return coalesce<Placing, PreparedReply>({
    lane: ({ draft }) =>
      draft.lines
        .map((line) => line.ticketTypeId)
        .toSorted((a, b) => a - b)
        .join(),
    async run(placings) {
      const first = await placeBatch(deps, placings);
      return first.lacking.length === 0 ? first.replies : retryAfterLapse(deps, placings, first);
    },
  });
}

interface BatchResult {
  replies: Reply[];
  /** Stock that was short for somebody. */
  lacking: number[];
}

/** A refusal stands only when no lapsed hold was in the way. */
async function retryAfterLapse(deps: Deps, placings: Placing[], first: BatchResult): Promise<Reply[]> {
  if ((await lapseHolds(deps.db, deps.facts, first.lacking)) === 0) return first.replies;
  const again = placings.filter((_, index) => isSoldOut(first.replies[index]!));
  const second = (await placeBatch(deps, again)).replies;
  return first.replies.map((reply) => (isSoldOut(reply) ? second.shift()! : reply));
}

function isSoldOut(reply: Reply): boolean {
  return !reply.ok && reply.error instanceof AppError && reply.error.code === "sold_out";
}

function placeBatch(deps: Deps, placings: Placing[]): Promise<BatchResult> {
  return inTransaction(deps.db, async (tx) => {
    const replies = await answerRepeats(tx, placings);
    const fresh = placings.filter((_, index) => replies[index] === undefined);
    if (fresh.length === 0) return { replies: followFirst(placings, replies), lacking: [] };

    const firsts = withoutTwins(fresh);
    const { priced, now, heads } = await price(deps, tx, firsts);
    const holders = firsts.map((placing, index) => ({ placing, priced: priced[index]!, id: newId() }));
    const claiming = holders.filter((holder) => !(holder.priced instanceof AppError));
    const shortages = await holdStock(
      tx,
      claiming.map(({ id, priced: order }) => ({ holderId: id, lines: (order as PricedOrder).claims })),
      holdSeconds,
    );
    const held = claiming.filter((_, index) => shortages[index] === undefined);
    const orders = held.map(({ placing, priced: order, id }) => newOrder(placing, order as PricedOrder, id, now));
    const answers = orders.map(({ row, lines }) => answerPlaced(row, lines, heads));
    await write(
      tx,
      held.map(({ placing }) => placing),
      orders,
      answers,
    );

    const byPlacing = new Map<Placing, Reply>();
    holders.forEach(({ placing, priced: order }) => {
      if (order instanceof AppError) byPlacing.set(placing, refuse(order));
    });
    claiming.forEach(({ placing }, index) => {
      const shortage = shortages[index];
      if (shortage !== undefined) byPlacing.set(placing, refuse(soldOut(shortage.available)));
    });
    held.forEach(({ placing }, index) =>
      byPlacing.set(placing, { ok: true, value: new PreparedReply(answers[index]!, 201) }),
    );
    placings.forEach((placing, index) => (replies[index] ??= byPlacing.get(placing)));
    const lacking = shortages.some((shortage) => shortage !== undefined)
      ? stockIdsOf(
          claiming
            .filter((_, index) => shortages[index] !== undefined)
            .map(({ priced: order }) => ({
              lines: (order as PricedOrder).claims,
            })),
        )
      : [];
    return { replies: followFirst(placings, replies), lacking };
  });
}

function soldOut(available: number): AppError {
  const message = available > 0 ? `Only ${available} left` : "Sold out";
  return new AppError("sold_out", { message });
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

/** Of a request that arrived twice in one batch only the first is worked on. */
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

async function price(
  deps: Deps,
  tx: Tx,
  placings: Placing[],
): Promise<{ priced: (PricedOrder | AppError)[]; now: Date; heads: Map<number, EventHead> }> {
  const typeIds = new Set(placings.flatMap(({ draft }) => draft.lines.map((line) => line.ticketTypeId)));
  const rows = await loadTypesOnSale(tx, [...typeIds]);
  const types = new Map(rows.map((type) => [type.id, type]));
  const heads = await findEventHeads(tx, [...new Set(rows.map((type) => type.eventId))]);
  const buyerIds = placings.map(({ buyer }) => buyer.id);
  if (deps.config.rateLimits) await store.lockBuyers(tx, buyerIds);
  const { now, live } = await store.countLiveOrders(tx, buyerIds);
  const priced = placings.map(({ buyer, draft }) => {
    const count = live.get(buyer.id) ?? 0;
    if (deps.config.rateLimits && count >= maxLiveOrders) {
      return new AppError("over_limit", { message: "Please pay or cancel one of your open orders first" });
    }
    const order = priceOrder(draft, types);
    if ("code" in order) {
      const { code, message, path } = order;
      return new AppError(code, { message, errors: [{ message, path }] });
    }
    live.set(buyer.id, count + 1);
    return order;
  });
  return { priced, now, heads };
}

interface Placed {
  row: store.NewOrder;
  lines: OrderLine[];
}

function newOrder({ buyer, draft }: Placing, order: PricedOrder, id: string, now: Date): Placed {
  const { subtotalCents, feeCents, totalCents, currency } = order;
  const row = {
    id,
    number: `SG-${clearWord(4)}-${clearWord(4)}`,
    userId: buyer.id,
    currency,
    subtotalCents,
    feeCents,
    totalCents,
    buyerName: draft.buyer.name,
    buyerEmail: draft.buyer.email,
    holdExpiresAt: new Date(now.getTime() + holdSeconds * 1000),
    createdAt: now,
  };
  return { row, lines: order.lines.map((line) => ({ id: newId(), ...line })) };
}

function answerPlaced(row: store.NewOrder, lines: OrderLine[], heads: Map<number, EventHead>): string {
  const full: store.OrderRow = {
    ...row,
    status: "awaiting_payment",
    taxCents: 0,
    shippingCents: 0,
    discountCents: 0,
    paidAt: null,
    secondsLeft: holdSeconds,
  };
  const order: Order = showOrder(full, { lines, head: heads.get(lines[0]!.eventId), payment: undefined, tickets: [] });
  return JSON.stringify(order);
}

async function write(tx: Tx, placings: Placing[], orders: Placed[], answers: string[]): Promise<void> {
  if (orders.length === 0) return;
  await store.insertOrders(
    tx,
    orders.map(({ row }) => row),
    orders.flatMap(({ row, lines }) => lines.map((line) => ({ ...line, orderId: row.id }))),
  );
  await storeReplies(
    tx,
    placings.map(({ idempotency }, index) => ({ ...idempotency, status: 201, reply: answers[index]! })),
  );
}
