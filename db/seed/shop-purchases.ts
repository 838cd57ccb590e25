import type { DeliveryChoice } from "#contract/delivery/delivery.ts";
import { pickAddress } from "./addresses.ts";
import type { Rate } from "./delivery-settings.ts";
import type { DemoPerson } from "./people.ts";
import type { Purchase } from "./purchases.ts";
import { createDice, type Dice } from "./seeded-random.ts";
import type { StagedVariant } from "./stage-shop.ts";
import type { StagedEvent } from "./stage.ts";
import { waveHours } from "./waves.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** Orders of products alone. */
const orderCount = 43;
/** The first of them are for a download alone. */
const downloadsAlone = 5;
/** The next one is for a pre-order and something in stock, so long ago that the latter was sent. */
const partlySent = downloadsAlone;
/** The last of them are two units each, and so recent that nobody has packed them: hours ago. */
const unpackedHoursAgo = [50, 40, 30, 20];
/** Of the orders that can be picked up, each such one is; of those that are shipped, each such one is in a hurry. */
const pickupEvery = 4;
const hurryEvery = 8;
/** On sale for so many days, a product was there before every event below. */
const longOnSale = 58;
/** How many ticket orders of each event get products too, which are picked up at the event. */
const mixed: Record<string, number> = {
  "tropic-noir": 1,
  "island-frequencies": 2,
  "independence-lime": 2,
  "sweet-sixteen-bar": 2,
  "velvet-riddim": 1,
  "soca-on-the-hudson": 2,
  "jouvert-at-midnight": 2,
  "moonlight-mas": 1,
};

/** What an order is for. */
type Basket = Map<StagedVariant, number>;

interface Shop {
  variants: StagedVariant[];
  rates: (Rate & { id: number })[];
  events: StagedEvent[];
}

/**
 * Plans who buys products and when, so that each variant ends with the number sold that the demo specifies: adds some
 * to ticket orders, and returns orders of products alone, by people who bought tickets too.
 *
 * What is in the orders and how each gets to its buyer is the same for every `now`; only the event of a pickup and the
 * buyers depend on it.
 */
export function planShopPurchases(shop: Shop, purchases: Purchase[], now: Date): Purchase[] {
  const dice = createDice(1498);
  const units = dice.shuffle(shop.variants.flatMap((staged) => Array<StagedVariant>(staged.variant.sold).fill(staged)));
  const isTaken = addToTickets(shop, purchases, units);
  const people = dice.shuffle(distinctPeople(purchases, isTaken));
  const baskets = fillBaskets(units, dice);
  const plenty = shop.variants.filter(isPlentiful);
  const abandoned = [0, 1].map((): Basket => new Map([[dice.pick(plenty), 1]]));
  const ways = chooseWays(baskets);
  return [...baskets, ...abandoned].map((basket, index): Purchase => {
    const person = people[index]!;
    const isAbandoned = index >= orderCount;
    const at = whenBought(basket, index, now, dice);
    const delivery = deliver(shop, basket, ways[index] ?? { method: "ship", number: index }, person, at, dice);
    const isDeclined = dice.chance(0.05);
    return {
      at,
      until: now,
      person,
      draft: {
        lines: Array.from(basket, ([{ id }, quantity]) => ({ variantId: id, quantity })),
        buyer: person,
        ...(delivery ? { delivery } : {}),
      },
      isFixed: true,
      ending: isAbandoned ? "abandoned" : isDeclined ? "declined_then_paid" : "paid",
    };
  });
}

/** True if one unit more or less changes nothing that visitors see. */
const isPlentiful = ({ variant, product }: StagedVariant) =>
  product.kind === "physical" &&
  variant.opensInDays === undefined &&
  variant.shipsInDays === undefined &&
  variant.parts === undefined &&
  (variant.onHand ?? 0) - variant.sold > 9;

const isPreorder = ({ variant }: StagedVariant) => variant.shipsInDays !== undefined;

const maxOf = ({ variant }: StagedVariant) => Math.min(variant.maxPerOrder ?? 10, variant.maxPerPerson ?? Infinity);

const quantityOf = (basket: Basket) => [...basket.values()].reduce((sum, quantity) => sum + quantity, 0);

/** Moves units to ticket orders; returns the buyers of these. */
function addToTickets(shop: Shop, purchases: Purchase[], units: StagedVariant[]): Set<string> {
  const buyers = new Set<string>();
  for (const [key, count] of Object.entries(mixed)) {
    const event = shop.events.find((staged) => staged.event.key === key)!;
    const typeIds = event.types.map(({ id }) => id);
    for (let number = 0; number < count; number++) {
      const extras = pickExtras(units, buyers.size % 3 === 2 ? 2 : 1);
      const fitting = purchases.filter(
        ({ draft, isFixed, ending, person, at }) =>
          isFixed &&
          ending === "paid" &&
          !buyers.has(person.email) &&
          typeIds.includes(draft.lines[0]!.ticketTypeId!) &&
          // A wave may make it later, and the door hands over what was bought by then.
          at.getTime() + waveHours * hour < event.times.doorsAt.getTime() &&
          extras.every(({ from }) => from < at),
      );
      const purchase = fitting[Math.floor((fitting.length * (number + 0.5)) / count)]!;
      purchase.draft = {
        ...purchase.draft,
        lines: [...purchase.draft.lines, ...extras.map(({ id }) => ({ variantId: id, quantity: 1 }))],
        delivery: { method: "pickup", eventId: event.id },
      };
      buyers.add(purchase.person.email);
    }
  }
  return buyers;
}

/** Takes units of different variants that were on sale before any of the events. */
function pickExtras(units: StagedVariant[], count: number): StagedVariant[] {
  const extras: StagedVariant[] = [];
  const fits = (unit: StagedVariant) =>
    isPlentiful(unit) && unit.product.daysOnSale >= longOnSale && !extras.includes(unit);
  while (extras.length < count) extras.push(pickUnit(units, fits));
  return extras;
}

/** The first unit that fits, taken out of the others. */
function pickUnit(units: StagedVariant[], fits: (unit: StagedVariant) => boolean): StagedVariant {
  const unit = units.find(fits);
  if (unit === undefined) throw new Error("The demo sells too few units for what it plans with them");
  units.splice(units.indexOf(unit), 1);
  return unit;
}

function distinctPeople(purchases: Purchase[], without: Set<string>): DemoPerson[] {
  const people = new Map(purchases.map(({ person }) => [person.email, person]));
  return [...people.values()]
    .filter(({ email }) => !without.has(email))
    .toSorted((one, other) => (one.email < other.email ? -1 : 1));
}

/** Every basket gets a unit, then the rest falls into them at random, as far as limits allow. */
function fillBaskets(units: StagedVariant[], dice: Dice): Basket[] {
  const closed = Array.from({ length: downloadsAlone }, (): Basket => {
    return new Map([[pickUnit(units, ({ product }) => product.kind === "digital"), 1]]);
  });
  closed.push(new Map([isPreorder, isPlentiful].map((fits) => [pickUnit(units, fits), 1])));
  const recent = unpackedHoursAgo.map((): Basket => new Map(pickExtras(units, 2).map((unit) => [unit, 1])));
  const open = Array.from({ length: orderCount - closed.length - recent.length }, (): Basket => new Map());
  for (const [index, unit] of units.entries()) {
    const fitting = open.filter((basket) => quantityOf(basket) < 5 && (basket.get(unit) ?? 0) < maxOf(unit));
    const basket = open[index] ?? dice.pick(fitting);
    basket.set(unit, (basket.get(unit) ?? 0) + 1);
  }
  return [...closed, ...open, ...recent];
}

/** How an order gets to its buyer: by download, at an event, or to the address with this number. */
type Way = { method: "download" } | { method: "pickup" } | { method: "ship"; number: number };

function chooseWays(baskets: Basket[]): Way[] {
  let choices = 0;
  let addresses = 0;
  return baskets.map((basket, index): Way => {
    const units = [...basket.keys()];
    if (units.every(({ product }) => product.kind === "digital")) return { method: "download" };
    const mustShip = units.some(isPreorder) || index >= orderCount - unpackedHoursAgo.length;
    if (!mustShip && ++choices % pickupEvery === 0) return { method: "pickup" };
    return { method: "ship", number: addresses++ };
  });
}

/** After everything in it is on sale; more of it lately than long ago. */
function whenBought(basket: Basket, index: number, now: Date, dice: Dice): Date {
  const share = dice.share() ** 0.8;
  const hoursAgo = unpackedHoursAgo[index - (orderCount - unpackedHoursAgo.length)];
  if (hoursAgo !== undefined) return new Date(now.getTime() - hoursAgo * hour);
  const from = Math.max(...[...basket.keys()].map((staged) => staged.from.getTime())) + 2 * hour;
  const last = now.getTime() - 5 * hour;
  return new Date(from + (last - from) * (index === partlySent ? 0.3 : share));
}

function deliver(
  { rates, events }: Shop,
  basket: Basket,
  way: Way,
  person: DemoPerson,
  at: Date,
  dice: Dice,
): DeliveryChoice | undefined {
  if (way.method === "download") return undefined;
  if (way.method === "pickup") {
    const next = events.find(
      ({ times, event }) => event.venue.country === "US" && times.startsAt.getTime() > at.getTime() + 4 * day,
    );
    return { method: "pickup", eventId: next!.id };
  }
  const address = pickAddress(dice, person.name, way.number);
  const grams = [...basket].reduce((sum, [{ variant }, quantity]) => sum + variant.grams * quantity, 0);
  const express = rates.find(
    ({ name, fromGrams, belowGrams }) =>
      name.startsWith("Express") && grams >= fromGrams && (belowGrams === null || grams < belowGrams),
  );
  const isHurried = address.state !== "HI" && express !== undefined && way.number % hurryEvery === 3;
  return { method: "ship", address, ...(isHurried ? { rateId: express.id } : {}) };
}
