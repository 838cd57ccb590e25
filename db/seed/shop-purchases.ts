import type { DeliveryChoice } from "#contract/delivery.ts";
import { pickAddress } from "./addresses.ts";
import type { Rate } from "./delivery-settings.ts";
import type { DemoPerson } from "./people.ts";
import type { Purchase } from "./purchases.ts";
import { createDice, type Dice } from "./seeded-random.ts";
import type { StagedVariant } from "./stage-shop.ts";
import type { StagedEvent } from "./stage.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** Orders of products alone. */
const orderCount = 43;
/** The first of them are for a download alone. */
const downloadsAlone = 5;
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

/** An order that is being filled. */
interface Basket {
  units: Map<StagedVariant, number>;
  isClosed: boolean;
}

interface Shop {
  variants: StagedVariant[];
  rates: (Rate & { id: number })[];
  events: StagedEvent[];
}

/**
 * Plans who buys products and when, so that each variant ends with the number sold that the demo specifies: adds some
 * to ticket orders, and returns orders of products alone, by people who bought tickets too.
 */
export function planShopPurchases(shop: Shop, purchases: Purchase[], now: Date): Purchase[] {
  const dice = createDice(1498);
  const units = shuffle(
    shop.variants.flatMap((staged) => Array.from({ length: staged.variant.sold }, () => staged)),
    dice,
  );
  const isTaken = addToTickets(shop, purchases, units, dice);
  const people = shuffle(distinctPeople(purchases, isTaken), dice);
  const baskets = fillBaskets(units, dice);
  const planned = baskets.map((basket, index) => toPurchase(shop, basket, people[index]!, now, dice));
  const plenty = shop.variants.filter(isPlentiful);
  const abandoned = [0, 1].map((index): Purchase => {
    const basket = { units: new Map([[dice.pick(plenty), 1]]), isClosed: true };
    return { ...toPurchase(shop, basket, people[baskets.length + index]!, now, dice), ending: "abandoned" };
  });
  return [...planned, ...abandoned];
}

/** True if one unit more or less changes nothing that visitors see. */
const isPlentiful = ({ variant, product }: StagedVariant) =>
  product.kind === "physical" &&
  variant.opensInDays === undefined &&
  variant.shipsInDays === undefined &&
  variant.parts === undefined &&
  (variant.onHand ?? 0) - variant.sold > 9;

const mostOf = ({ variant }: StagedVariant) => Math.min(variant.maxPerOrder ?? 10, variant.maxPerPerson ?? Infinity);

const quantityOf = (units: Basket["units"]) => [...units.values()].reduce((sum, quantity) => sum + quantity, 0);

/** Moves units to ticket orders; returns the buyers of these. */
function addToTickets(shop: Shop, purchases: Purchase[], units: StagedVariant[], dice: Dice): Set<string> {
  const buyers = new Set<string>();
  for (const [key, count] of Object.entries(mixed)) {
    const event = shop.events.find((staged) => staged.event.key === key)!;
    const typeIds = event.types.map(({ id }) => id);
    const fitting = purchases.filter(
      ({ draft, isFixed, ending, person, at }) =>
        isFixed &&
        ending === "paid" &&
        !buyers.has(person.email) &&
        typeIds.includes(draft.lines[0]!.ticketTypeId!) &&
        units.some((unit) => isPlentiful(unit) && unit.from < at),
    );
    for (const purchase of shuffle(fitting, dice).slice(0, count)) {
      const wanted = dice.pick([1, 1, 2]);
      for (let taken = 0; taken < wanted; taken++) {
        const index = units.findIndex(
          (unit) =>
            isPlentiful(unit) &&
            unit.from < purchase.at &&
            purchase.draft.lines.every((line) => line.variantId !== unit.id),
        );
        const [unit] = index < 0 ? [] : units.splice(index, 1);
        if (unit === undefined) break;
        purchase.draft = {
          ...purchase.draft,
          lines: [...purchase.draft.lines, { variantId: unit.id, quantity: 1 }],
          delivery: { method: "pickup", eventId: event.id },
        };
        buyers.add(purchase.person.email);
      }
    }
  }
  return buyers;
}

function distinctPeople(purchases: Purchase[], without: Set<string>): DemoPerson[] {
  const people = new Map(purchases.map(({ person }) => [person.email, person]));
  return [...people.values()].filter(({ email }) => !without.has(email));
}

/** Every basket gets a unit, then the rest falls into them at random, as far as limits allow. */
function fillBaskets(units: StagedVariant[], dice: Dice): Basket[] {
  const baskets = Array.from({ length: orderCount }, (): Basket => ({ units: new Map(), isClosed: false }));
  const downloads = units.filter(({ product }) => product.kind === "digital");
  for (const basket of baskets.slice(0, downloadsAlone)) {
    const unit = downloads.pop()!;
    units.splice(units.indexOf(unit), 1);
    basket.units.set(unit, 1);
    basket.isClosed = true;
  }
  const open = baskets.filter(({ isClosed }) => !isClosed);
  for (const [index, unit] of units.entries()) {
    const fitting = open.filter(
      (basket) => quantityOf(basket.units) < 5 && (basket.units.get(unit) ?? 0) < mostOf(unit),
    );
    const basket = open[index] ?? dice.pick(fitting);
    basket.units.set(unit, (basket.units.get(unit) ?? 0) + 1);
  }
  return baskets;
}

function toPurchase(shop: Shop, { units }: Basket, person: DemoPerson, now: Date, dice: Dice): Purchase {
  const lines = Array.from(units, ([{ id }, quantity]) => ({ variantId: id, quantity }));
  const at = whenBought([...units.keys()], now, dice);
  const delivery = chooseDelivery(shop, units, person, at, dice);
  return {
    at,
    until: now,
    person,
    draft: { lines, buyer: person, ...(delivery ? { delivery } : {}) },
    isFixed: true,
    ending: dice.chance(0.05) ? "declined_then_paid" : "paid",
  };
}

/** After everything in it is on sale; more of it lately than long ago. */
function whenBought(variants: StagedVariant[], now: Date, dice: Dice): Date {
  const from = Math.max(...variants.map((staged) => staged.from.getTime())) + 2 * hour;
  const last = now.getTime() - 5 * hour;
  return new Date(from + (last - from) * dice.share() ** 0.8);
}

function chooseDelivery(
  { rates, events }: Shop,
  units: Basket["units"],
  person: DemoPerson,
  at: Date,
  dice: Dice,
): DeliveryChoice | undefined {
  const variants = [...units.keys()];
  if (variants.every(({ product }) => product.kind === "digital")) return undefined;
  const isPreorder = variants.some(({ variant }) => variant.shipsInDays !== undefined);
  const next = events.find(
    ({ times, event }) => event.venue.country === "US" && times.startsAt.getTime() > at.getTime() + 4 * day,
  );
  if (!isPreorder && next !== undefined && dice.chance(0.2)) return { method: "pickup", eventId: next.id };
  const address = pickAddress(dice, person.name);
  const grams = Array.from(units, ([{ variant }, quantity]) => variant.grams * quantity).reduce(
    (sum, each) => sum + each,
    0,
  );
  const express = rates.find(
    ({ name, fromGrams, belowGrams }) =>
      name.startsWith("Express") && grams >= fromGrams && (belowGrams === null || grams < belowGrams),
  );
  const isHurried = address.state !== "HI" && express !== undefined && dice.chance(0.12);
  return { method: "ship", address, ...(isHurried ? { rateId: express.id } : {}) };
}

function shuffle<Item>(items: Item[], dice: Dice): Item[] {
  return items
    .map((item) => ({ item, at: dice.share() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
