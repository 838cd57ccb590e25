import type { ShippingRate, TaxedCategory, TaxRate } from "#contract/delivery/settings.ts";
import { usStates, type UsState } from "#contract/delivery/us-states.ts";
import { formatMoney } from "#web/lib/money.ts";
import { formatWeight } from "./weights.ts";

export const categoryLabels: Record<TaxedCategory, string> = {
  clothing: "Clothing",
  general: "General goods",
  media: "Music and media",
  digital: "Downloads",
  shipping: "Shipping",
};

export const stateName = (code: string): string => usStates[code as UsState] ?? code;

const someStates = 3;

/** "Everywhere in the US", "New York, New Jersey" or "New York, New Jersey, Ohio + 4 more". */
export function placesLabel({ states }: Pick<ShippingRate, "states">): string {
  if (states.length === 0) return "Everywhere in the US";
  const names = states.slice(0, someStates).map(stateName).join(", ");
  return states.length > someStates ? `${names} + ${states.length - someStates} more` : names;
}

/** "Any weight", "Under 1 lb", "1 lb to 5 lb" or "5 lb and up". */
export function weightsLabel({ fromGrams, belowGrams }: Pick<ShippingRate, "fromGrams" | "belowGrams">): string {
  if (belowGrams === null) return fromGrams === 0 ? "Any weight" : `${formatWeight(fromGrams)} and up`;
  return fromGrams === 0
    ? `Under ${formatWeight(belowGrams)}`
    : `${formatWeight(fromGrams)} to ${formatWeight(belowGrams)}`;
}

/** "$7.00, free from $100.00" */
export function priceLabel({ priceCents, freeFromCents }: Pick<ShippingRate, "priceCents" | "freeFromCents">): string {
  if (priceCents === 0) return "Free";
  const price = formatMoney(priceCents);
  return freeFromCents === null ? price : `${price}, free from ${formatMoney(freeFromCents)}`;
}

/** "8.875%" */
export const percentLabel = (rate: number): string => `${rate / 1000}%`;

/** "New York" or "New York, 10001–11697" */
export const destinationLabel = ({ state, zipFrom, zipTo }: TaxRate): string =>
  zipFrom === null ? stateName(state) : `${stateName(state)}, ${zipFrom === zipTo ? zipFrom : `${zipFrom}–${zipTo}`}`;

/** "8.875%" or "8.875%, no tax under $110.00" */
export const taxLabel = ({ rate, freeBelowCents }: Pick<TaxRate, "rate" | "freeBelowCents">): string =>
  freeBelowCents === null ? percentLabel(rate) : `${percentLabel(rate)}, no tax under ${formatMoney(freeBelowCents)}`;
