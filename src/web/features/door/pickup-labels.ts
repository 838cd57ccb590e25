import type { PickupResult } from "#contract/fulfillment/pickups.ts";
import { formatDay, formatTime } from "#web/lib/dates.ts";
import type { Tone } from "./verdict-labels.ts";

type PickupLabel = {
  tone: Tone;
  headline: string;
  /** Facts, the most important first. */
  details: string[];
  /** What to do with the guest. */
  advice?: string;
};

const labels: Record<PickupResult["verdict"], Omit<PickupLabel, "details">> = {
  ready: { tone: "early", headline: "Pickup", advice: "Give these to the guest, then press Hand over." },
  handed_over: {
    tone: "seen",
    headline: "Already picked up",
    advice: "Don't hand over anything else on this code.",
  },
  wrong_event: {
    tone: "elsewhere",
    headline: "Wrong event",
    advice: "A real pickup, but at this other event. Nothing is here for it.",
  },
  void: {
    tone: "stop",
    headline: "Void",
    advice: "Refunded, canceled or replaced by a newer code. Ask the guest to open their order.",
  },
  on_hold: {
    tone: "stop",
    headline: "On hold",
    advice: "The guest's bank is disputing the payment. Don't hand anything over until it decides.",
  },
  unknown: {
    tone: "stop",
    headline: "Unknown",
    advice: "Not one of our codes. Ask the guest to open their order or our email.",
  },
};

/** Puts a pickup's verdict into words. Times are in the event's time zone. @param isDone this screen just handed it over */
export function pickupLabels(result: PickupResult, timeZone: string, isDone = false): PickupLabel {
  const { verdict, rightEvent, handover } = result;
  if (isDone) return { tone: "go", headline: "Handed over", details: [] };
  const details: string[] = [];
  if (rightEvent) {
    const { title, startsAt, timeZone: zone } = rightEvent;
    details.push(title, `${formatDay(startsAt, zone)}, ${formatTime(startsAt, zone)}`);
  }
  if (verdict === "handed_over" && handover) {
    const by = handover.by === null ? "" : ` by ${handover.by}`;
    details.push(`${formatDay(handover.at, timeZone)}, ${formatTime(handover.at, timeZone)}${by}`);
    if (handover.gate) details.push(`Gate: ${handover.gate}`);
  }
  return { ...labels[verdict], details };
}

/** True for a complete code of a pickup, in uppercase without spaces. */
export const isPickupCode = (code: string) => /^SP[0-9A-Z]{36}$/.test(code);
