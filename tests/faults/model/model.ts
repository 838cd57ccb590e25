/**
 * What the product promises about stock, orders, tickets and money, as simply as possible: no database, no batches, no
 * retries. The trading test compares the product with it after every command. Times are seconds of the database clock.
 */
export interface Model {
  now: number;
  stocks: Stock[];
  /** Ticket types, by the same index as their stock. */
  prices: number[];
  orders: ModelOrder[];
  comps: ModelComp[];
  /** Verdicts by scan number. */
  scans: Map<number, string>;
  /** Cents that the provider took and refunded. */
  taken: number;
  returned: number;
}

/** The promo code's redemptions are the last stock. */
export interface Stock {
  capacity: number;
  held: number;
  sold: number;
}

/** `over`: expired or canceled; the difference affects no money. */
export type ModelOrderStatus = "waiting" | "paying" | "paid" | "partially_refunded" | "refunded" | "over";

export interface ModelOrder {
  type: number;
  quantity: number;
  totalCents: number;
  claims: [stock: number, quantity: number][];
  status: ModelOrderStatus;
  /** When its hold expires. */
  deadline: number;
  hold: "active" | "released" | "sold";
  /** True while the hold's expiry is paused. */
  isPaused: boolean;
  page: Page | undefined;
  /** Cents of pending refunds and of completed ones. */
  back: { due: number; done: number };
  /** Refunded tickets, by their index in the order. */
  refunded: Set<number>;
  admitted: Set<number>;
  dispute: "none" | "open" | "won";
  /** The dispute's status at the provider. */
  bank: "quiet" | "asking" | "won";
}

export interface Page {
  status: "open" | "processing" | "approved" | "canceled" | "expired";
  settlesAt: number | undefined;
  nextCheckAt: number;
  /** When it closes by itself: long after the hold's expiry, when the site closes it. */
  closesAt: number;
  /** We know its outcome. */
  isSettled: boolean;
  /** We know that it was paid. */
  isCaptured: boolean;
}

export interface ModelComp {
  type: number;
  quantity: number;
  isGiven: boolean;
}

const holdSeconds = 600;
const checkSeconds = 20;
const lateSeconds = 20;
const backstopSeconds = 2700;

export function newModel(capacities: number[], prices: number[], codeRedemptions: number): Model {
  const stocks = [...capacities, codeRedemptions].map((capacity) => ({ capacity, held: 0, sold: 0 }));
  return { now: 0, stocks, prices, orders: [], comps: [], scans: new Map(), taken: 0, returned: 0 };
}

export const isExpired = (model: Model, order: ModelOrder) =>
  order.hold === "active" && !order.isPaused && order.deadline <= model.now;

function release(model: Model, order: ModelOrder): void {
  if (order.hold !== "active") return;
  order.hold = "released";
  for (const [stock, quantity] of order.claims) model.stocks[stock]!.held -= quantity;
}

/** Releases expired holds; only those of the given stock if a claim failed for lack of it. */
export function expireHolds(model: Model, stocks?: number[]): void {
  for (const order of model.orders) {
    if (!isExpired(model, order)) continue;
    if (stocks !== undefined && !order.claims.some(([stock]) => stocks.includes(stock))) continue;
    release(model, order);
    if (order.status === "waiting") order.status = "over";
  }
}

const fits = (model: Model, claims: ModelOrder["claims"]) =>
  claims.every(([stock, quantity]) => {
    const { capacity, held, sold } = model.stocks[stock]!;
    return held + sold + quantity <= capacity;
  });

/** Sold out comes before in carts: what is on hold for others may come back. A used-up code has an error of its own. */
function shortageReason(model: Model, claims: ModelOrder["claims"], codeStock?: number): string {
  const lacking = claims.filter((claim) => !fits(model, [claim]));
  const gone = lacking.find(
    ([stock, quantity]) => model.stocks[stock]!.sold + quantity > model.stocks[stock]!.capacity,
  );
  if ((gone ?? lacking[0]!)[0] === codeStock) return "code_invalid";
  return gone === undefined ? "in_carts" : "sold_out";
}

/** @returns what the site responds: `ok` or an error code */
export function placeOrder(model: Model, type: number, quantity: number, withCode: boolean): string {
  const codeStock = model.stocks.length - 1;
  const claims: ModelOrder["claims"] = [[type, quantity], ...(withCode ? [[codeStock, 1] as [number, number]] : [])];
  if (!fits(model, claims))
    expireHolds(
      model,
      claims.map(([stock]) => stock),
    );
  if (!fits(model, claims)) return shortageReason(model, claims, codeStock);
  for (const [stock, count] of claims) model.stocks[stock]!.held += count;
  const full = model.prices[type]! * quantity;
  model.orders.push({
    type,
    quantity,
    totalCents: withCode ? full - full / 5 : full,
    claims,
    status: "waiting",
    deadline: model.now + holdSeconds,
    hold: "active",
    isPaused: false,
    page: undefined,
    back: { due: 0, done: 0 },
    refunded: new Set(),
    admitted: new Set(),
    dispute: "none",
    bank: "quiet",
  });
  return "ok";
}

/** Opens the provider's page, or returns the open one. */
export function startToPay(model: Model, order: ModelOrder): string {
  if (isPaid(order)) return "paid";
  const isLive = order.page !== undefined && !order.page.isSettled;
  if (order.status === "paying" && isLive) return "redirect";
  if (order.status !== "waiting" || order.deadline <= model.now) return "order_closed";
  order.status = "paying";
  order.isPaused = true;
  order.page = {
    status: "open",
    settlesAt: undefined,
    nextCheckAt: model.now + checkSeconds,
    closesAt: order.deadline + backstopSeconds,
    isSettled: false,
    isCaptured: false,
  };
  return "redirect";
}

/** The buyer's action on the provider's page. @returns false if the page is closed */
export function press(model: Model, order: ModelOrder, outcome: string): boolean {
  const page = order.page!;
  if (page.status !== "open" || page.closesAt <= model.now) return false;
  if (outcome === "approve") captureMoney(model, order);
  if (outcome === "approve_late") Object.assign(page, { status: "processing", settlesAt: model.now + lateSeconds });
  if (outcome === "cancel") page.status = "canceled";
  return true;
}

function captureMoney(model: Model, order: ModelOrder): void {
  Object.assign(order.page!, { status: "approved", settlesAt: undefined });
  model.taken += order.totalCents;
}

/** Processing payments arrive, even on a page that was closed in the meantime. */
export function runSandboxJob(model: Model): void {
  for (const order of model.orders) {
    if (order.page?.settlesAt !== undefined && order.page.settlesAt <= model.now) captureMoney(model, order);
  }
}

/** We learn a page's status from a webhook event or a lookup. */
export function settlePage(model: Model, order: ModelOrder, given?: "canceled"): void {
  const { page } = order;
  if (page === undefined) return;
  const status = given ?? page.status;
  if (status === "approved") {
    if (page.isCaptured) return;
    page.isSettled = page.isCaptured = true;
    return deliver(model, order);
  }
  if ((status !== "canceled" && status !== "expired") || page.isSettled) return;
  page.isSettled = true;
  if (order.status !== "paying") return;
  if (status === "canceled" && order.deadline > model.now) {
    order.status = "waiting";
    order.isPaused = false;
  } else {
    release(model, order);
    order.status = "over";
  }
}

/** The money is there: the order gets what it holds, or what is left, or a refund. */
function deliver(model: Model, order: ModelOrder): void {
  const isHeld = order.hold === "active";
  if (!isHeld && !fits(model, order.claims)) {
    order.back.due = order.totalCents;
    return;
  }
  for (const [stock, quantity] of order.claims) {
    if (isHeld) model.stocks[stock]!.held -= quantity;
    model.stocks[stock]!.sold += quantity;
  }
  order.hold = "sold";
  order.status = "paid";
}

/** We look up pages without news, and close those whose time is up. */
export function runPaymentsJob(model: Model): void {
  for (const order of model.orders) {
    const { page } = order;
    if (page === undefined || page.isSettled || page.nextCheckAt > model.now) continue;
    page.nextCheckAt = model.now + checkSeconds;
    if (order.deadline <= model.now) close(page);
    settlePage(model, order);
  }
}

/** Closes a page if it can still be closed; a processing payment arrives anyway. */
function close(page: Page): void {
  if (page.status === "open" || page.status === "processing") page.status = "expired";
}

/** @returns what the site responds to a buyer who cancels an order */
export function cancel(model: Model, order: ModelOrder): string {
  if (order.status === "paying") {
    const page = order.page!;
    close(page);
    if (page.status === "approved") {
      settlePage(model, order);
      return "order_closed";
    }
    settlePage(model, order, "canceled");
  }
  if (isPaid(order)) return "order_closed";
  if (order.status === "waiting") {
    order.status = "over";
    release(model, order);
  }
  return "ok";
}

export function runRefundsJob(model: Model): void {
  for (const order of model.orders) {
    model.returned += order.back.due;
    order.back.done += order.back.due;
    order.back.due = 0;
  }
}

/** True once an order was paid, whatever was refunded since. */
export const isPaid = ({ status }: ModelOrder) =>
  status === "paid" || status === "partially_refunded" || status === "refunded";

/** Staff refund one ticket of an order, or all that are left. @returns `ok` or an error code */
export function refund(model: Model, order: ModelOrder, ticket: number | "all", returnsStock: boolean): string {
  if (order.status === "refunded") return "already_refunded";
  if (!isPaid(order)) return "order_closed";
  const chosen = ticket === "all" ? ticketsLeft(order) : [ticket];
  if (chosen.some((place) => order.refunded.has(place))) return "already_refunded";
  if (order.dispute === "open") return "payment_disputed";
  for (const place of chosen) order.refunded.add(place);
  const isWhole = order.refunded.size === order.quantity;
  order.status = isWhole ? "refunded" : "partially_refunded";
  order.back.due += worthOf(order, chosen.length);
  const [own, code] = order.claims;
  if (returnsStock) model.stocks[own![0]]!.sold -= chosen.length;
  if (isWhole && code !== undefined) model.stocks[code[0]]!.sold -= code[1];
  return "ok";
}

/** Tickets of an order that aren't refunded, by their index. */
export const ticketsLeft = (order: ModelOrder): number[] =>
  Array.from({ length: order.quantity }, (_, place) => place).filter((place) => !order.refunded.has(place));

/** Cents for a number of tickets of an order: prices in this model divide without a remainder. */
export const worthOf = (order: ModelOrder, tickets: number) => (order.totalCents / order.quantity) * tickets;

/** @returns the scan verdict on one of an order's tickets */
export function scan(model: Model, order: ModelOrder, ticket: number, scanNumber: number): string {
  const before = model.scans.get(scanNumber);
  if (before !== undefined) return before;
  const verdict = order.refunded.has(ticket) ? "void" : order.admitted.has(ticket) ? "already_admitted" : "admitted";
  if (verdict === "admitted") order.admitted.add(ticket);
  model.scans.set(scanNumber, verdict);
  return verdict;
}

export function issueComp(model: Model, type: number, quantity: number): string {
  const claims: ModelOrder["claims"] = [[type, quantity]];
  if (!fits(model, claims)) expireHolds(model, [type]);
  if (!fits(model, claims)) return shortageReason(model, claims);
  model.stocks[type]!.sold += quantity;
  model.comps.push({ type, quantity, isGiven: true });
  return "ok";
}

export function revokeComp(model: Model, comp: ModelComp): void {
  if (!comp.isGiven) return;
  comp.isGiven = false;
  model.stocks[comp.type]!.sold -= comp.quantity;
}

/** @returns `ok`, or `capacity_taken` if it would drop below what is held and sold */
export function changeCapacity(model: Model, type: number, capacity: number): string {
  expireHolds(model);
  const stock = model.stocks[type]!;
  if (stock.held + stock.sold > capacity) return "capacity_taken";
  stock.capacity = capacity;
  return "ok";
}
