/**
 * What the product promises of stock, orders, tickets and money, in as few words as possible: no database, no batches, no
 * retries. The trading test holds the product against it after every command. Times are seconds of the database's clock.
 */
export interface Model {
  now: number;
  stocks: Stock[];
  /** Ticket types, by the same index as their stock. */
  prices: number[];
  orders: ModelOrder[];
  comps: ModelComp[];
  /** Verdicts that were given, by the number of the scan. */
  scans: Map<number, string>;
  /** Cents that the provider took and gave back. */
  taken: number;
  returned: number;
}

/** The promo code's uses are the last stock. */
export interface Stock {
  capacity: number;
  held: number;
  sold: number;
}

/** `over`: expired or cancelled, which of the two is nobody's money. */
export type OrderState = "waiting" | "paying" | "paid" | "partially_refunded" | "refunded" | "over";

export interface ModelOrder {
  type: number;
  quantity: number;
  totalCents: number;
  claims: [stock: number, quantity: number][];
  state: OrderState;
  /** When its hold lapses. */
  deadline: number;
  hold: "active" | "released" | "sold";
  /** True while the hold's clock stands. */
  isKept: boolean;
  page: Page | undefined;
  /** Cents that are on their way back, and those that are there. */
  back: { due: number; done: number };
  /** Tickets that were given back, by their place in the order. */
  givenBack: Set<number>;
  admitted: Set<number>;
  dispute: "none" | "told" | "won";
  /** What the provider knows of a dispute. */
  bank: "quiet" | "asking" | "won";
}

export interface Page {
  state: "open" | "processing" | "approved" | "cancelled" | "expired";
  settlesAt: number | undefined;
  nextCheckAt: number;
  /** When it closes by itself: long after the hold, which is when the shop closes it. */
  closesAt: number;
  /** We know how it ended. */
  isSettled: boolean;
  /** We know of its money. */
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

export function newModel(capacities: number[], prices: number[], codeUses: number): Model {
  const stocks = [...capacities, codeUses].map((capacity) => ({ capacity, held: 0, sold: 0 }));
  return { now: 0, stocks, prices, orders: [], comps: [], scans: new Map(), taken: 0, returned: 0 };
}

export const isLapsed = (model: Model, order: ModelOrder) =>
  order.hold === "active" && !order.isKept && order.deadline <= model.now;

function release(model: Model, order: ModelOrder): void {
  if (order.hold !== "active") return;
  order.hold = "released";
  for (const [stock, quantity] of order.claims) model.stocks[stock]!.held -= quantity;
}

/** Lapsed holds are given back; of some stock only, when a claim failed for want of it. */
export function sweepHolds(model: Model, stocks?: number[]): void {
  for (const order of model.orders) {
    if (!isLapsed(model, order)) continue;
    if (stocks !== undefined && !order.claims.some(([stock]) => stocks.includes(stock))) continue;
    release(model, order);
    if (order.state === "waiting") order.state = "over";
  }
}

const fits = (model: Model, claims: ModelOrder["claims"]) =>
  claims.every(([stock, quantity]) => {
    const { capacity, held, sold } = model.stocks[stock]!;
    return held + sold + quantity <= capacity;
  });

/** @returns what the site answers: `ok`, or the code of its refusal */
export function placeOrder(model: Model, type: number, quantity: number, withCode: boolean): string {
  const codeStock = model.stocks.length - 1;
  const claims: ModelOrder["claims"] = [[type, quantity], ...(withCode ? [[codeStock, 1] as [number, number]] : [])];
  if (!fits(model, claims))
    sweepHolds(
      model,
      claims.map(([stock]) => stock),
    );
  if (!fits(model, claims)) return fits(model, [claims[0]!]) ? "code_invalid" : "sold_out";
  for (const [stock, count] of claims) model.stocks[stock]!.held += count;
  const full = model.prices[type]! * quantity;
  model.orders.push({
    type,
    quantity,
    totalCents: withCode ? full - full / 5 : full,
    claims,
    state: "waiting",
    deadline: model.now + holdSeconds,
    hold: "active",
    isKept: false,
    page: undefined,
    back: { due: 0, done: 0 },
    givenBack: new Set(),
    admitted: new Set(),
    dispute: "none",
    bank: "quiet",
  });
  return "ok";
}

/** Opens the provider's page, or answers the one that is open. */
export function startToPay(model: Model, order: ModelOrder): string {
  if (isPaid(order)) return "paid";
  const isLive = order.page !== undefined && !order.page.isSettled;
  if (order.state === "paying" && isLive) return "redirect";
  if (order.state !== "waiting" || order.deadline <= model.now) return "order_closed";
  order.state = "paying";
  order.isKept = true;
  order.page = {
    state: "open",
    settlesAt: undefined,
    nextCheckAt: model.now + checkSeconds,
    closesAt: order.deadline + backstopSeconds,
    isSettled: false,
    isCaptured: false,
  };
  return "redirect";
}

/** What the buyer does on the provider's page; a closed one refuses. */
export function press(model: Model, order: ModelOrder, outcome: string): boolean {
  const page = order.page!;
  if (page.state !== "open" || page.closesAt <= model.now) return false;
  if (outcome === "approve") takeMoney(model, order);
  if (outcome === "approve_late") Object.assign(page, { state: "processing", settlesAt: model.now + lateSeconds });
  if (outcome === "cancel") page.state = "cancelled";
  return true;
}

function takeMoney(model: Model, order: ModelOrder): void {
  Object.assign(order.page!, { state: "approved", settlesAt: undefined });
  model.taken += order.totalCents;
}

/** Money on its way arrives, even into a page that was closed meanwhile. */
export function sweepProvider(model: Model): void {
  for (const order of model.orders) {
    if (order.page?.settlesAt !== undefined && order.page.settlesAt <= model.now) takeMoney(model, order);
  }
}

/** We hear how a page stands, by a notice or by asking. */
export function hear(model: Model, order: ModelOrder, given?: "cancelled"): void {
  const { page } = order;
  if (page === undefined) return;
  const state = given ?? page.state;
  if (state === "approved") {
    if (page.isCaptured) return;
    page.isSettled = page.isCaptured = true;
    return deliver(model, order);
  }
  if ((state !== "cancelled" && state !== "expired") || page.isSettled) return;
  page.isSettled = true;
  if (order.state !== "paying") return;
  if (state === "cancelled" && order.deadline > model.now) {
    order.state = "waiting";
    order.isKept = false;
  } else {
    release(model, order);
    order.state = "over";
  }
}

/** The money is there: the order gets what it holds, or what is left, or the money goes back. */
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
  order.state = "paid";
}

/** We ask about pages that nobody told us of, and close those whose time is up. */
export function sweepPayments(model: Model): void {
  for (const order of model.orders) {
    const { page } = order;
    if (page === undefined || page.isSettled || page.nextCheckAt > model.now) continue;
    page.nextCheckAt = model.now + checkSeconds;
    if (order.deadline <= model.now) close(page);
    hear(model, order);
  }
}

/** A page that can still be closed is closed; money that is on its way comes all the same. */
function close(page: Page): void {
  if (page.state === "open" || page.state === "processing") page.state = "expired";
}

/** @returns what the site answers to a buyer who gives an order up */
export function cancel(model: Model, order: ModelOrder): string {
  if (order.state === "paying") {
    const page = order.page!;
    close(page);
    if (page.state === "approved") {
      hear(model, order);
      return "order_closed";
    }
    hear(model, order, "cancelled");
  }
  if (isPaid(order)) return "order_closed";
  if (order.state === "waiting") {
    order.state = "over";
    release(model, order);
  }
  return "ok";
}

export function sweepRefunds(model: Model): void {
  for (const order of model.orders) {
    model.returned += order.back.due;
    order.back.done += order.back.due;
    order.back.due = 0;
  }
}

/** True once an order was paid, whatever was given back of it since. */
export const isPaid = ({ state }: ModelOrder) =>
  state === "paid" || state === "partially_refunded" || state === "refunded";

/** Staff give one ticket of an order back, or all that are left. @returns `ok`, or the code of the refusal */
export function giveBack(model: Model, order: ModelOrder, ticket: number | "all", returnsStock: boolean): string {
  if (order.state === "refunded") return "already_refunded";
  if (!isPaid(order)) return "order_closed";
  const chosen = ticket === "all" ? ticketsLeft(order) : [ticket];
  if (chosen.some((place) => order.givenBack.has(place))) return "already_refunded";
  if (order.dispute === "told") return "payment_disputed";
  for (const place of chosen) order.givenBack.add(place);
  const isWhole = order.givenBack.size === order.quantity;
  order.state = isWhole ? "refunded" : "partially_refunded";
  order.back.due += worthOf(order, chosen.length);
  const [own, code] = order.claims;
  if (returnsStock) model.stocks[own![0]]!.sold -= chosen.length;
  if (isWhole && code !== undefined) model.stocks[code[0]]!.sold -= code[1];
  return "ok";
}

/** Tickets of an order that nobody gave back, by their place in it. */
export const ticketsLeft = (order: ModelOrder): number[] =>
  Array.from({ length: order.quantity }, (_, place) => place).filter((place) => !order.givenBack.has(place));

/** Cents for so many tickets of an order: prices of this model divide without a rest. */
export const worthOf = (order: ModelOrder, tickets: number) => (order.totalCents / order.quantity) * tickets;

/** @returns the verdict of the door on one of an order's tickets */
export function scan(model: Model, order: ModelOrder, ticket: number, scanNumber: number): string {
  const before = model.scans.get(scanNumber);
  if (before !== undefined) return before;
  const verdict = order.givenBack.has(ticket) ? "void" : order.admitted.has(ticket) ? "already_admitted" : "admitted";
  if (verdict === "admitted") order.admitted.add(ticket);
  model.scans.set(scanNumber, verdict);
  return verdict;
}

export function giveComp(model: Model, type: number, quantity: number): string {
  const claims: ModelOrder["claims"] = [[type, quantity]];
  if (!fits(model, claims)) sweepHolds(model, [type]);
  if (!fits(model, claims)) return "sold_out";
  model.stocks[type]!.sold += quantity;
  model.comps.push({ type, quantity, isGiven: true });
  return "ok";
}

export function revokeComp(model: Model, comp: ModelComp): void {
  if (!comp.isGiven) return;
  comp.isGiven = false;
  model.stocks[comp.type]!.sold -= comp.quantity;
}

/** @returns `ok`, or the refusal to go under what is held and sold */
export function changeCapacity(model: Model, type: number, capacity: number): string {
  sweepHolds(model);
  const stock = model.stocks[type]!;
  if (stock.held + stock.sold > capacity) return "capacity_taken";
  stock.capacity = capacity;
  return "ok";
}
