import type { RawBuilder } from "kysely";
import type { Poster } from "#contract/events/events.ts";
import type { Order, OrderDraft, OrderLine } from "#contract/orders/orders.ts";
import type { OrderTicket, TicketStatus } from "#contract/tickets.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** One thing that can be sold: which kind it is, and its id among that kind. */
export interface ItemReference {
  kind: string;
  itemId: number;
}

/** An item with everything needed to sell it right now. Money in cents of `currency`, times in UTC. */
export interface SaleItem extends ItemReference {
  name: string;
  currency: string;
  /** The event that it is for: shared fairly among its buyers, worded in its time zone. Null if it is for none. */
  eventId: number | null;
  /** Price of one unit, fees included. */
  unitCents: number;
  /** The fees in it. */
  feeCents: number;
  /** For a price that the buyer chooses: the least that they can pay for one unit. Null for any other price. */
  minimumCents: number | null;
  minPerOrder: number;
  maxPerOrder: number;
  /** Units that one person can have across all orders. */
  maxPerPerson: number | null;
  /** The item's own stock, and how often the terms of its sale changed. */
  stockId: number;
  saleVersion: number;
  /** What else a unit takes. */
  draws: { stockId: number; each: number }[];
  /** Why it isn't on sale now, as it continues "{name}: "; null if it is. */
  closed: string | null;
  /** True if nobody can buy it, not even with a code: to buyers it doesn't exist. */
  isHidden: boolean;
  /** Hidden from anyone who doesn't know this. */
  accessCode: string | null;
  /** Parts of a unit that are refunded by themselves: a package for four has four tickets. */
  piecesPerUnit: number;
  /**
   * Deadline for self-service refunds by the current terms, and whether they include the fees; null if there are none,
   * undefined if a kind has no such terms and says nothing about the rest of an order.
   */
  refundUntil: Date | null | undefined;
  refundFees: boolean;
  /** How it reaches its buyer: `ship` needs an address or a pickup, `digital` a download, `none` nothing. */
  handling: "none" | "ship" | "digital";
  /** Of one unit, as shipping charges it. */
  weightGrams: number;
  /** What sales tax tells it apart by; null if it isn't taxed. */
  taxCategory: string | null;
}

/** An item as a cart shows it. */
export interface ItemCard {
  /** What it belongs to: the product's or the event's title. */
  title: string;
  /** Which one of it: "Black / M", or the ticket type's name. Empty if there is only one. */
  name: string;
  /** Where visitors can look at it. */
  path: string;
  picture: Poster;
  /** The event that it admits to. */
  event?: OrderEvent;
}

/** A line of a draft, whichever of its fields named the item. */
export interface WishedLine extends ItemReference {
  quantity: number;
  /** Only for open prices: cents for one unit. */
  amountCents?: number | undefined;
  /** The field of the draft that named the item, and what to call it. */
  idField: string;
  noun: string;
}

/**
 * A line of an order as stored. Cents in the order's currency; `feeCents` is what a discount left of the fees,
 * `taxCents` the tax on top of the price.
 */
export interface SoldLine
  extends
    ItemReference,
    Pick<OrderLine, "id" | "name" | "quantity" | "unitCents" | "feeCents" | "totalCents" | "taxCents"> {
  orderId: string;
  discountCents: number;
  eventId: number | null;
  piecesPerUnit: number;
}

/** A line before it is stored. */
export type NewLine = Omit<SoldLine, "id" | "orderId">;

/** A line that was just paid, and who gets what it includes. */
export interface Delivery extends SoldLine {
  ownerId: number;
  buyerName: string;
}

/** An event as an order shows it. */
export type OrderEvent = NonNullable<Order["event"]>;

/** What a buyer can refund without staff, and on what terms. */
export interface Returnable {
  /** By the database clock. */
  until: Date;
  withFees: boolean;
  ticketIds: number[];
  /** True for an offer to holders of a postponed event, beyond the terms of the purchase. */
  isOffered: boolean;
}

/** What an order shows of one kind besides its lines. */
export interface OrderParts {
  /** What its pieces admit to, those that can be used first. */
  events?: OrderEvent[];
  tickets?: OrderTicket[];
}

/** Parts of an amount. Cents. */
export interface UnitMoney {
  netCents: number;
  feeCents: number;
  taxCents: number;
}

/**
 * What is refunded by itself: a ticket, one of three hoodies, or the shipping of an order, which has no line and the
 * position 0.
 */
export interface SoldUnit extends ItemReference {
  /** Null unless it is a ticket. */
  ticketId: number | null;
  lineId: string | null;
  /** Its position in its line, from 1. */
  position: number;
  /** The name of what it is now; staff may have exchanged it since the purchase. */
  itemName: string;
  eventId: number | null;
  holderName: string;
  status: TicketStatus;
  isRefunded: boolean;
  /** Someone has used it: a ticket that is checked in. */
  isAdmitted: boolean;
  admittedAt: Date | null;
  /** A bank disputes its money. */
  isFrozen: boolean;
  /** Its stock is already back on sale. */
  stockReturned: boolean;
  /** It was shipped or handed over: a refund doesn't put it on sale again, only its return does. */
  isSent?: boolean;
  /** What was refunded of its share so far. */
  returned: UnitMoney;
  /** What its item cost when it was last exchanged; null if it never was. */
  spotCents: number | null;
}

/**
 * A kind of thing that can be sold. Each function works for a whole batch. Those with `Tx` run inside the transaction
 * that everyone waits for: one statement each, and no network.
 */
export interface Purchasable {
  /** As stored in order lines. */
  kind: string;
  /** A field of a draft's line that names an item of this kind by itself, without `kind` and `itemId`. */
  idField?: keyof OrderDraft["lines"][number];
  /** What a buyer calls an item: "ticket type". */
  noun: string;
  /** True if some items of this kind are shipped or handed over. */
  mayShip?: boolean;
  /**
   * Reads items for selling, in no order; unknown ids are left out. What an item is for stays as it is until the
   * transaction ends.
   */
  load(db: Queryable, ids: number[]): Promise<SaleItem[]>;
  /**
   * How carts show items, also those that aren't sold anymore; unknown ids are left out. Items of a kind without it
   * can't be put in a cart.
   */
  describe?(db: Queryable, ids: number[]): Promise<Map<number, ItemCard>>;
  /**
   * Inserts what only lines of this kind have, as one statement: it becomes a part of the one that stores the orders, so
   * that it costs no round trip of its own.
   */
  storeLines?(lines: SoldLine[]): RawBuilder<unknown>;
  /** Reads it: `order_line_id`, `event_id`, `pieces_per_unit`. Lines without it have no event and one piece a unit. */
  lineDetails?: RawBuilder<unknown>;
  /** The fields that only lines of this kind have in the API. */
  showLine(line: NewLine): Partial<OrderLine>;
  /** The events that physical items belong to, where they are best picked up. */
  findPickupEvents?(db: Queryable, itemIds: number[]): Promise<number[]>;
  /** The events of items, by id. */
  findEvents?(db: Queryable, eventIds: number[]): Promise<Map<number, OrderEvent>>;
  /** The stock of everything that is sold for some events. */
  findStockOfEvents?(db: Queryable, eventIds: number[]): Promise<{ eventId: number; stockId: number }[]>;
  /** What orders show besides the lines of this kind, by order. */
  findParts?(
    db: Queryable,
    orders: { id: string; isPaid: boolean; lines: SoldLine[] }[],
  ): Promise<Map<string, OrderParts>>;
  /** What buyers can refund without staff, by order, of orders that were sold and not given; leaves out those with nothing to refund. */
  findReturnable?(db: Queryable, orderIds: string[]): Promise<Map<string, Returnable>>;
  /** Of some orders, those that nobody can start paying for because what they are for doesn't take place as planned. */
  findOff?(db: Queryable, orderIds: string[]): Promise<Set<string>>;
  /**
   * Of some orders, those whose money has to go back because what they are for was canceled; locked until the
   * transaction ends: canceling waits for orders that are being paid, and every later payment sees it.
   */
  lockCanceled?(tx: Tx, orderIds: string[]): Promise<Set<string>>;
  /**
   * Delivers paid lines, in the transaction that captures their money; the caller has sold their stock.
   *
   * @param onlyMissing delivers what is missing, of lines that were delivered before
   */
  deliver(tx: Tx, lines: Delivery[], onlyMissing?: boolean): Promise<void>;
  /** Stops what some orders delivered from being used, until `unfreeze`: a bank disputes their money. */
  freeze(tx: Tx, orderIds: string[]): Promise<void>;
  unfreeze(tx: Tx, orderIds: string[]): Promise<void>;
  /**
   * Voids everything that some orders delivered, because their money is gone.
   *
   * @returns the orders of which something was used, so that their stock can't be sold again
   */
  voidOrders(tx: Tx, orderIds: string[]): Promise<string[]>;
  /** Locks what an order delivered against being used while it is refunded. */
  lockUnits?(tx: Tx, orderId: string): Promise<void>;
  /** What an order delivered, sorted by line and position. Without it, each piece that was bought is a unit. */
  findUnits?(db: Queryable, orderId: string): Promise<SoldUnit[]>;
  /**
   * Issues new codes for what an order delivered and nobody has used, because its email went to the wrong person. The
   * caller has locked the units.
   *
   * @returns how many
   */
  renewCodes?(tx: Tx, orderId: string): Promise<number>;
  /** Voids refunded units. Already refunded ones stay as they are. The caller has locked them. */
  voidUnits?(tx: Tx, units: SoldUnit[]): Promise<void>;
  /** Records that the stock of void units is back on sale, for kinds with units of their own. */
  markStockReturned?(tx: Tx, units: SoldUnit[]): Promise<void>;
}

/** A unit that was shipped or handed over. */
export interface SentUnit extends Pick<SoldUnit, "lineId" | "position"> {
  orderId: string;
}
