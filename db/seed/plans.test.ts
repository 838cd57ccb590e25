import { expect, test } from "vitest";
import { scheduleEvents } from "./calendar.ts";
import { planUnknown } from "./campaigns.ts";
import { introducedDaysAgo, whenPosted } from "./community/fill.ts";
import { demoPosts } from "./community/posts.ts";
import { demoRates } from "./delivery-settings.ts";
import type { DemoEvent } from "./event.ts";
import { demoEvents } from "./events/index.ts";
import { instants } from "./instants.ts";
import { asEvents, moreDates, soldUntil } from "./more-dates.ts";
import { demoProducts } from "./products/index.ts";
import { spreadCodes } from "./promotions.ts";
import { planPurchases, type Purchase } from "./purchases.ts";
import { planShopPurchases } from "./shop-purchases.ts";
import { planPacking } from "./shop-work.ts";
import { onSaleFrom } from "./stage-shop.ts";
import { salesOf, type StagedEvent } from "./stage.ts";
import { inWaves } from "./waves.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** The demo as it is staged at an instant, with ids as a database gives them. */
function planDemo(now: Date) {
  let id = 0;
  const stage = (list: DemoEvent[]) => {
    const times = scheduleEvents(list, now);
    return list.map((event, index): StagedEvent => {
      const types = event.ticketTypes.map((type) => ({
        ...salesOf(type, times[index]!.startsAt, now),
        id: ++id,
        type,
      }));
      return { id: ++id, event, times: times[index]!, types };
    });
  };
  const events = stage(demoEvents);
  const dates = stage(asEvents(demoEvents)).map((date, index) => {
    const until = soldUntil(moreDates[index]!.fate, date.times.startsAt, now);
    return { ...date, types: date.types.map((type) => ({ ...type, until })) };
  });
  const variants = demoProducts.flatMap((product, productId) =>
    product.variants.map((variant) => ({ id: ++id, variant, product, productId, from: onSaleFrom(product, now) })),
  );
  const rates = demoRates.map((rate, index) => ({ ...rate, id: index }));
  const purchases = planPurchases([...events, ...dates], now);
  purchases.push(...planShopPurchases({ variants, rates, events }, purchases, now));
  spreadCodes(purchases, events, now);
  purchases.sort((one, other) => one.at.getTime() - other.at.getTime());
  const paidAt = new Map(inWaves(purchases).flatMap((wave) => wave.map((each) => [each, wave.at(-1)!.at] as const)));
  return { now, events, dates, variants, rates, purchases, paidAt };
}

type Plan = ReturnType<typeof planDemo>;
const plans = instants.map((at) => [at, planDemo(new Date(at))] as const);

const variantsOf = ({ variants }: Plan, { draft }: Purchase) =>
  draft.lines.flatMap(({ variantId, quantity }) => {
    const staged = variants.find(({ id }) => id === variantId);
    return staged === undefined ? [] : [{ ...staged, quantity }];
  });
const isPaid = ({ ending }: Purchase) => ending !== "abandoned";
/** Paid orders with products, by how they get to their buyers. */
const shopOrders = (plan: Plan) =>
  plan.purchases
    .map((purchase) => ({ purchase, units: variantsOf(plan, purchase), paidAt: plan.paidAt.get(purchase)! }))
    .filter(({ purchase, units }) => isPaid(purchase) && units.length > 0)
    .map((order) => {
      const { lines, delivery } = order.purchase.draft;
      const isMixed = lines.some(({ ticketTypeId }) => ticketTypeId !== undefined);
      return { ...order, way: isMixed ? "with tickets" : (delivery?.method ?? "download") };
    });
const parcels = (plan: Plan) => shopOrders(plan).filter(({ way }) => way === "ship");

test.each(plans)("at %s everyone buys while it's on sale, before now and after it was announced", (_at, plan) => {
  const { now, events, dates, purchases, paidAt } = plan;
  const types = new Map([...events, ...dates].flatMap(({ types: own }) => own.map((type) => [type.id, type])));
  const wrong = purchases.filter((purchase) => {
    const at = paidAt.get(purchase)!;
    const sold = [
      ...purchase.draft.lines.flatMap(({ ticketTypeId }) => types.get(ticketTypeId ?? 0) ?? []),
      ...variantsOf(plan, purchase).map(({ from }) => ({ from, until: now })),
    ];
    const latest = Math.min(now.getTime() - hour, ...sold.map(({ until }) => until.getTime() - hour / 2));
    return sold.length === 0 || at.getTime() > latest || sold.some(({ from }) => purchase.at < from);
  });
  expect(wrong).toEqual([]);
  const [first, last] = [purchases[0]!, purchases.at(-1)!];
  // Members show and follow each other later; campaigns went out while people still bought.
  expect(first.at.getTime()).toBeLessThan(now.getTime() - introducedDaysAgo * day);
  expect(last.at.getTime()).toBeGreaterThan(now.getTime() - day);
});

test.each(plans)("at %s each type sells what its event specifies, and nobody buys twice for one", (_at, plan) => {
  for (const { event, types } of [...plan.events, ...plan.dates]) {
    const bought = plan.purchases.filter(({ draft }) => types.some(({ id }) => id === draft.lines[0]!.ticketTypeId));
    expect(new Set(bought.map(({ person }) => person.email)).size).toBe(bought.length);
    const orders = bought.filter(isPaid);
    for (const { id, type } of types) {
      const lines = orders.flatMap(({ draft }) => draft.lines.filter(({ ticketTypeId }) => ticketTypeId === id));
      expect(lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(type.sold);
    }
    if (event.turnout === undefined) continue;
    expect(orders.length).toBeGreaterThanOrEqual(25);
    expect(orders.length).toBeLessThanOrEqual(80);
    expect(event.turnout > 0.72 && event.turnout < 0.95).toBe(true);
  }
});

test.each(plans)("at %s the shop's orders are shipped, picked up, downloaded, and with tickets", (_at, plan) => {
  const orders = shopOrders(plan);
  const countOf = (wanted: string) => orders.filter(({ way }) => way === wanted).length;
  expect([countOf("with tickets"), countOf("ship"), countOf("pickup"), countOf("download")]).toEqual([13, 31, 7, 5]);
  for (const { variant, id } of plan.variants) {
    const units = orders.flatMap((order) => order.units.filter((unit) => unit.id === id));
    expect(units.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(variant.sold);
    const max = Math.min(variant.maxPerOrder ?? 10, variant.maxPerPerson ?? 10);
    expect(Math.max(0, ...units.map(({ quantity }) => quantity))).toBeLessThanOrEqual(max);
  }
  expect(new Set(orders.map(({ purchase }) => purchase.person.email)).size).toBe(orders.length);
  const states = parcels(plan).map(({ purchase: { draft } }) =>
    draft.delivery?.method === "ship" ? draft.delivery.address.state : "",
  );
  expect(new Set(states).size).toBeGreaterThanOrEqual(6);
  const dollars = parcels(plan).map(({ units }) =>
    units.reduce((sum, { variant, quantity }) => sum + variant.dollars * quantity, 0),
  );
  // With and without a discount, some ship for free and some don't.
  expect(dollars.filter((total) => total > 150).length).toBeGreaterThanOrEqual(3);
  expect(dollars.filter((total) => total < 120).length).toBeGreaterThanOrEqual(3);
  for (const { purchase, paidAt } of orders) {
    const { delivery } = purchase.draft;
    if (delivery?.method !== "pickup") continue;
    const { event, times } = plan.events.find(({ id }) => id === delivery.eventId)!;
    expect(event.venue.country).toBe("US");
    expect(times.doorsAt.getTime()).toBeGreaterThan(paidAt.getTime());
  }
});

test.each(plans)("at %s there are orders for every stage of fulfillment, every refund and a return", (_at, plan) => {
  const { now } = plan;
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const sendable = parcels(plan).map((order) => ({
    ...order,
    ready: order.units.filter(
      ({ variant, product }) => variant.shipsInDays === undefined && product.kind === "physical",
    ),
  }));
  const packing = planPacking(
    sendable.filter(({ ready }) => ready.length > 0),
    now,
  );
  expect(packing.every(({ at, packed }) => packed.every(({ paidAt }) => paidAt < at && at < ago(2)))).toBe(true);
  const packed = packing.flatMap((round) => round.packed);
  const left = sendable.filter((order) => !packed.includes(order));
  // Two of those that nobody packed are refunded.
  expect(left.length).toBeGreaterThanOrEqual(4);
  expect(packed.some(({ units }) => units.some(({ variant }) => variant.shipsInDays !== undefined))).toBe(true);
  const plain = sendable.filter(
    ({ units }) =>
      units.reduce((sum, { quantity }) => sum + quantity, 0) > 1 &&
      units.every(({ variant, product }) => product.kind === "physical" && variant.onHand! - variant.sold >= 20),
  );
  // What staff refund: the shipping of an old one, a unit, a whole order. See shop-refunds.ts.
  expect(plain.filter(({ paidAt }) => paidAt < ago(15.2)).length).toBeGreaterThanOrEqual(1);
  expect(plain.filter(({ paidAt }) => paidAt < ago(1.3)).length).toBeGreaterThanOrEqual(3);
  // What comes back is in a color and a size.
  const old = packing.filter(({ at }) => at < ago(12)).flatMap((round) => round.packed);
  expect(old.filter(({ ready }) => ready.some(({ variant }) => variant.options.length === 2)).length).toBeGreaterThan(
    3,
  );
});

test.each(plans)("at %s codes and links are used, within their limits", (_at, { now, purchases, paidAt }) => {
  const usesOf = (field: "promoCode" | "via", text: string) =>
    purchases.filter((purchase) => isPaid(purchase) && purchase.draft[field] === text);
  expect(usesOf("promoCode", "Radio15")).toHaveLength(6);
  expect(usesOf("promoCode", "MASBAND5").length).toBeGreaterThanOrEqual(5);
  expect(usesOf("promoCode", "MASBAND5").length).toBeLessThanOrEqual(22);
  const early = usesOf("promoCode", "earlyting");
  expect(early.length).toBeGreaterThanOrEqual(5);
  expect(early.every((purchase) => paidAt.get(purchase)!.getTime() < now.getTime() - 9 * day)).toBe(true);
  for (const link of ["kezia", "dexter", "bamboo"]) expect(usesOf("via", link).length).toBeGreaterThanOrEqual(5);
});

test.each(plans)("at %s an email bounces before an event and is skipped after it", (_at, plan) => {
  const { now, events, purchases, paidAt } = plan;
  const unknown = planUnknown(events, purchases);
  expect(new Set(unknown).size).toBeGreaterThanOrEqual(4);
  const [latest] = events.filter(({ times }) => times.endsAt < now).slice(-1);
  const ids = latest!.types.map(({ id }) => id);
  // Automations are on for eighteen days.
  expect(latest!.times.startsAt.getTime()).toBeGreaterThan(now.getTime() - 16 * day);
  const early = purchases.filter(
    (purchase) =>
      isPaid(purchase) &&
      ids.includes(purchase.draft.lines[0]!.ticketTypeId ?? 0) &&
      paidAt.get(purchase)!.getTime() < latest!.times.startsAt.getTime() - 23 * hour,
  );
  expect(early.some(({ person }) => unknown.includes(person.email))).toBe(true);
});

test.each(plans)("at %s people wrote about events that were announced, at different times", (_at, { now, events }) => {
  const times = demoPosts.map((post) => {
    const event = events.find(({ event: { key } }) => key === post.event);
    const at = whenPosted(post, event, now).getTime();
    expect(at).toBeGreaterThan(Math.max(now.getTime() - introducedDaysAgo * day, event?.types[0]?.from.getTime() ?? 0));
    return at;
  });
  expect(Math.max(...times)).toBeLessThan(now.getTime() - hour);
  expect(new Set(times).size).toBeGreaterThanOrEqual(times.length - 5);
});
