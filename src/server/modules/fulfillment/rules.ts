import type { Carrier, FulfillmentStatus } from "#contract/fulfillment/fulfillment.ts";
import type { PickupVerdict } from "#contract/fulfillment/pickups.ts";

/** One unit that was bought: its line, its position in it from 1, and what happened to it. */
export interface UnitState {
  lineId: string;
  position: number;
  /** It is in a parcel or was handed over. */
  isSent: boolean;
  isReturned: boolean;
  isRefunded: boolean;
}

/** A line of products that are shipped or picked up. A bundle is one unit. */
interface BoughtLine {
  lineId: string;
  quantity: number;
}

/** Names a unit among those of all orders. */
export interface UnitKey {
  lineId: string;
  position: number;
}

/** What is known of units, each by its line and position. */
export interface UnitRecords {
  sent: UnitKey[];
  returned: UnitKey[];
  refunded: UnitKey[];
}

const keyOf = ({ lineId, position }: UnitKey) => `${lineId} ${position}`;

/** Every unit of some lines with what happened to it, by line and position. */
export function toUnits(lines: BoughtLine[], records: UnitRecords): UnitState[] {
  const [sent, returned, refunded] = [records.sent, records.returned, records.refunded].map(
    (keys) => new Set(keys.map(keyOf)),
  );
  return lines.flatMap(({ lineId, quantity }) =>
    Array.from({ length: quantity }, (_, index) => {
      const key = keyOf({ lineId, position: index + 1 });
      return {
        lineId,
        position: index + 1,
        isSent: sent!.has(key),
        isReturned: returned!.has(key),
        isRefunded: refunded!.has(key),
      };
    }),
  );
}

/** True for a unit that is still to be sent: never one that was refunded before it was sent. */
export const isToSend = ({ isSent, isRefunded }: UnitState): boolean => !isSent && !isRefunded;

/** True for a unit that can come back: it was sent, and hasn't come back yet. */
export const canReturn = ({ isSent, isReturned }: UnitState): boolean => isSent && !isReturned;

/** How many units of a line are where. */
interface LineCounts {
  toSend: number;
  sent: number;
  returned: number;
  refunded: number;
}

/** @param isOver the order's money is gone: nothing more is sent */
export function countUnits(units: UnitState[], isOver: boolean): LineCounts {
  const count = (is: (unit: UnitState) => boolean) => units.filter(is).length;
  return {
    toSend: isOver ? 0 : count(isToSend),
    sent: count(({ isSent }) => isSent),
    returned: count(({ isReturned }) => isReturned),
    refunded: count(({ isRefunded }) => isRefunded),
  };
}

/** An order's status for staff and its buyer. */
export function statusOf(
  method: "ship" | "pickup",
  { toSend, sent }: Pick<LineCounts, "toSend" | "sent">,
): FulfillmentStatus {
  if (sent === 0) return toSend === 0 ? "nothing_left" : method === "ship" ? "to_ship" : "to_pick_up";
  if (toSend > 0) return method === "ship" ? "partly_shipped" : "partly_picked_up";
  return method === "ship" ? "shipped" : "picked_up";
}

/**
 * So many units of each line, of those that fit, the first ones first. Lines that are named twice count together.
 *
 * @returns undefined if a line has fewer of them
 */
export function chooseUnits(
  units: UnitState[],
  choice: { lineId: string; quantity: number }[],
  fits: (unit: UnitState) => boolean,
): UnitKey[] | undefined {
  const chosen: UnitKey[] = [];
  for (const [lineId, lineChoices] of Map.groupBy(choice, (each) => each.lineId)) {
    const quantity = lineChoices.reduce((sum, each) => sum + each.quantity, 0);
    const fitting = units.filter((unit) => unit.lineId === lineId && fits(unit));
    if (fitting.length < quantity) return undefined;
    chosen.push(...fitting.slice(0, quantity).map(({ position }) => ({ lineId, position })));
  }
  return chosen;
}

/** Units by line: how many of each, in the order of the lines. */
export const countByLine = (keys: UnitKey[]): { lineId: string; quantity: number }[] =>
  Array.from(
    Map.groupBy(keys, ({ lineId }) => lineId),
    ([lineId, lineUnits]) => ({ lineId, quantity: lineUnits.length }),
  );

const trackingPages: Partial<Record<Carrier, (number: string) => string>> = {
  usps: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  ups: (number) => `https://www.ups.com/track?tracknum=${number}`,
  fedex: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  dhl: (number) => `https://www.dhl.com/us-en/home/tracking.html?tracking-id=${number}`,
};

/** The carrier's page about a parcel; null without a number, or for a carrier whose page we don't know. */
export function trackingUrl(carrier: Carrier, tracking: string | null): string | null {
  const number = tracking?.replace(/\s/g, "") ?? "";
  return number === "" ? null : (trackingPages[carrier]?.(encodeURIComponent(number)) ?? null);
}

/** What the door knows about a pickup whose code it reads. */
interface ShownPickup {
  /** Where it is picked up; null if it isn't picked up anywhere. */
  eventId: number | null;
  doorEventId: number;
  /** The code wasn't replaced. */
  isCurrent: boolean;
  /** The door's event was canceled. */
  isCanceled: boolean;
  isOnHold: boolean;
  /** Units that are still to be handed over. */
  toSend: number;
  isHandedOver: boolean;
}

/** The verdict on a pickup code that this site signed. */
export function checkPickup(shown: ShownPickup): Exclude<PickupVerdict, "unknown"> {
  if (shown.eventId === null) return "void";
  if (shown.eventId !== shown.doorEventId) return "wrong_event";
  if (!shown.isCurrent || shown.isCanceled) return "void";
  if (shown.isOnHold) return "on_hold";
  if (shown.toSend > 0) return "ready";
  return shown.isHandedOver ? "handed_over" : "void";
}

/** How often each copy of a file is sent: more than anyone needs for their devices and broken downloads. */
export const usesPerCopy = 25;

/** How often a line's file was downloaded and may be. Parts count as their share, and a begun use as one. */
export const countUses = (bytesSent: number, fileBytes: number | undefined, quantity: number) => ({
  uses: fileBytes === undefined || fileBytes === 0 ? 0 : Math.ceil(bytesSent / fileBytes),
  maxUses: usesPerCopy * quantity,
});
