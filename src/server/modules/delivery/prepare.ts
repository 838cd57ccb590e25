import type { DeliveryChoice, DeliveryWish } from "#contract/delivery/delivery.ts";
import type { DeliveryOptions, OrderDelivery, ShippingOption } from "#contract/delivery/of-order.ts";
import { usStates, type UsState } from "#contract/delivery/us-states.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import * as rules from "#contract/delivery/rules.ts";
import * as store from "./store.ts";

/** What a delivery costs. Cents; the tax of each line in the order of the parcel's lines. */
export interface DeliveryPrice {
  shippingCents: number;
  shippingTaxCents: number;
  lineTaxCents: number[];
}

/** A delivery that an order can be placed with. */
export interface PreparedDelivery extends DeliveryPrice {
  stored: Omit<store.NewDelivery, "orderId">;
  /** As the order shows it. Times as the database writes them. */
  shown: OrderDelivery;
}

/** Why something can't be delivered as wished, at the field of the draft. */
interface DeliveryRefusal {
  path: string;
  message: string;
}

/** An order that has something to deliver. */
interface Parcel {
  lines: rules.ParcelLine[];
  choice: DeliveryChoice | undefined;
}

/**
 * Prices the delivery and the sales tax of orders from our own tables: one statement for the whole batch. The cheapest
 * shipping option is meant if none is named. A pickup costs nothing and is taxed where the event is.
 *
 * @returns in order, each delivery or why it can't be delivered like that
 */
export async function prepareDelivery(
  db: Queryable,
  parcels: Parcel[],
): Promise<(PreparedDelivery | DeliveryRefusal)[]> {
  if (parcels.length === 0) return [];
  const tables = await loadFor(
    db,
    parcels.map(({ choice }) => choice),
  );
  return parcels.map((parcel) => prepareOne(tables, parcel));
}

function loadFor(db: Queryable, wishes: (DeliveryWish | undefined)[]): Promise<store.DeliveryTables> {
  const places = wishes.flatMap((wish) => placeOf(wish) ?? []);
  const eventIds = wishes.flatMap((wish) => (wish?.method === "pickup" ? [wish.eventId] : []));
  return store.loadTables(db, places, eventIds);
}

function placeOf(wish: DeliveryWish | undefined): rules.Destination | undefined {
  if (wish?.method !== "ship" || wish.address?.state === undefined) return undefined;
  return { state: wish.address.state, zip: wish.address.zip ?? null };
}

function prepareOne(tables: store.DeliveryTables, { lines, choice }: Parcel): PreparedDelivery | DeliveryRefusal {
  if (choice === undefined) return { path: "delivery", message: "Choose shipping or a pickup at an event" };
  if (choice.method === "pickup") return preparePickup(tables, lines, choice.eventId);
  const { address, rateId } = choice;
  const options = rules.shippingOptions(tables.rates, address.state, rules.goodsOf(lines));
  const option = chosenOption(options, rateId);
  if (option === undefined) return refuseShipping(options, address.state);
  const stored = {
    method: "ship" as const,
    rateName: option.name,
    address: { ...address, line2: address.line2 || null },
  };
  return {
    ...priceOf(tables, { state: address.state, zip: address.zip }, lines, option.priceCents),
    stored: { ...stored, priceCents: option.priceCents, eventId: null },
    shown: { ...stored, event: null },
  };
}

/** The option that was named, or without a name the cheapest. */
const chosenOption = (options: ShippingOption[], rateId: number | undefined): ShippingOption | undefined =>
  rateId === undefined ? options[0] : options.find(({ id }) => id === rateId);

function refuseShipping(options: ShippingOption[], state: string): DeliveryRefusal {
  if (options.length > 0) {
    return { path: "delivery.rateId", message: "That shipping option isn't available anymore. Choose another one." };
  }
  return { path: "delivery.address.state", message: `We don't ship to ${usStates[state as UsState]}` };
}

function preparePickup(
  tables: store.DeliveryTables,
  lines: rules.ParcelLine[],
  eventId: number,
): PreparedDelivery | DeliveryRefusal {
  const found = tables.pickups.find(({ id }) => id === eventId);
  if (found === undefined) {
    return { path: "delivery.eventId", message: "You can't pick up your order at this event. Choose another one." };
  }
  const stored = { method: "pickup" as const, rateName: null, address: null };
  return {
    ...priceOf(tables, placeOfPickup(found), lines, 0),
    stored: { ...stored, priceCents: 0, eventId },
    shown: { ...stored, event: found },
  };
}

/** Where a pickup is taxed: at the venue, if that is in the US. */
const placeOfPickup = ({ country, state, zip }: store.PickupRow): rules.Destination | undefined =>
  country === "US" ? { state, zip } : undefined;

function priceOf(
  { taxes }: store.DeliveryTables,
  destination: rules.Destination | undefined,
  lines: rules.ParcelLine[],
  shippingCents: number,
): DeliveryPrice {
  return { shippingCents, ...rules.taxParcel(taxes, destination, lines, shippingCents) };
}

/** The price of a delivery that was ordered before, with the sales tax of today where it goes. */
export async function taxPlacedDelivery(
  db: Queryable,
  orderId: string,
  lines: rules.ParcelLine[],
  shippingCents: number,
): Promise<DeliveryPrice> {
  const destination = await store.findDestination(db, orderId);
  const tables = await store.loadTables(db, destination === undefined ? [] : [destination], []);
  return priceOf(tables, destination, lines, shippingCents);
}

/**
 * How an order that isn't placed yet can be delivered, and what that costs by what is known of the address: nothing
 * before there is a state. A wish that can't be met costs nothing either; placing the order refuses it.
 *
 * @param eventIds events that its products belong to
 */
export async function quoteDelivery(
  db: Queryable,
  lines: rules.ParcelLine[],
  wish: DeliveryWish | undefined,
  eventIds: number[],
): Promise<{ price: DeliveryPrice; options: DeliveryOptions }> {
  const [tables, pickups] = await Promise.all([loadFor(db, [wish]), store.findPickups(db, eventIds)]);
  const goods = rules.goodsOf(lines);
  const place = placeOf(wish);
  const rates = place === undefined ? [] : rules.shippingOptions(tables.rates, place.state, goods);
  const option = wish?.method === "ship" ? (chosenOption(rates, wish.rateId) ?? rates[0]) : undefined;
  const pickup = wish?.method === "pickup" ? tables.pickups.find(({ id }) => id === wish.eventId) : undefined;
  const destination = pickup === undefined ? place : placeOfPickup(pickup);
  const untilFreeFrom = place === undefined ? tables.rates : rules.ratesOfState(tables.rates, place.state);
  return {
    price: priceOf(tables, destination, lines, option?.priceCents ?? 0),
    options: {
      needsDelivery: true,
      states: Object.keys(usStates).filter((state) => rules.ratesOfState(tables.rates, state).length > 0),
      rates,
      rateId: option?.id ?? null,
      pickups: pickups.map((event) => ({ ...event, startsAt: event.startsAt.toISOString() })),
      untilFreeShippingCents: wish?.method === "pickup" ? null : rules.untilFree(untilFreeFrom, goods.cents),
    },
  };
}
