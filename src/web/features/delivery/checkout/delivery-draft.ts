import type { DeliveryWish } from "#contract/delivery/delivery.ts";
import type { DeliveryOptions } from "#contract/delivery/of-order.ts";
import { formatZip } from "#contract/delivery/us-zip-codes.ts";
import { refuseZip } from "#contract/delivery/zip-rules.ts";
import { cleanText } from "#contract/typed-text.ts";
import type { DeliveryFields } from "./no-delivery.ts";

const idOf = (text: string) => (text === "" ? {} : { rateId: Number(text) });

/** The ways that an order can be delivered. */
export const methodsOf = ({ states, pickups }: Pick<DeliveryOptions, "states" | "pickups">) => [
  ...(states.length > 0 ? (["ship"] as const) : []),
  ...(pickups.length > 0 ? (["pickup"] as const) : []),
];

/** What a quote needs to know: so much of the address as can be right. Undefined before there is a choice. */
export function wishOf({ method, state, zip, rateId, eventId }: DeliveryFields): DeliveryWish | undefined {
  if (method === "pickup") return eventId === "" ? undefined : { method, eventId: Number(eventId) };
  if (method !== "ship") return undefined;
  if (state === "") return { method };
  const typed = formatZip(cleanText(zip));
  const isKnown = /^\d{5}(-\d{4})?$/.test(typed) && refuseZip(state, typed) === undefined;
  return { method, address: { state, ...(isKnown ? { zip: typed.slice(0, 5) } : {}) }, ...idOf(rateId) };
}

/**
 * What is sent with the order, to be checked by the contract's schema.
 *
 * @param buyerName who it's for unless someone else is named
 */
export function choiceOf(fields: DeliveryFields, buyerName: string): unknown {
  const { method, recipient, line1, line2, city, state, zip, rateId, eventId } = fields;
  if (method === "pickup") return { method, eventId: Number(eventId) };
  const address = { name: recipient.trim() || buyerName, line1, city, state, zip };
  return { method, address: line2.trim() === "" ? address : { ...address, line2 }, ...idOf(rateId) };
}

/** The field of the form for each path of the draft. */
export const deliveryFieldOf = {
  delivery: "method",
  "delivery.method": "method",
  "delivery.eventId": "eventId",
  "delivery.rateId": "rateId",
  "delivery.address.name": "recipient",
  "delivery.address.line1": "line1",
  "delivery.address.line2": "line2",
  "delivery.address.city": "city",
  "delivery.address.state": "state",
  "delivery.address.zip": "zip",
} as const;
