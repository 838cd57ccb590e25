import { arrangementDifferences, type Arrangement } from "#server/modules/events/index.ts";
import { formatNight } from "#server/platform/format.ts";
import type { Letter } from "./letter.ts";

interface Rearranged {
  title: string;
  before: Arrangement;
  after: Arrangement;
  /** How many tickets the reader holds. */
  tickets: number;
  /** What the reader can do who would rather not come. */
  choice: string[];
}

/** Tells holders that a night has other times or another place: each fact as it is now and as it was. */
export function rearrangedLetter({ title, before, after, tickets, choice }: Rearranged): Letter {
  const differences = arrangementDifferences(before, after);
  const isElsewhere = differences.includes("place");
  const isAtOtherTimes = differences.some((what) => what !== "place");
  const what = isElsewhere && isAtOtherTimes ? "a new time and place" : isElsewhere ? "a new place" : "new times";
  const nowAt = (instant: string) => formatNight(instant, after.timeZone);
  const wasAt = (instant: string) => formatNight(instant, before.timeZone);
  const lines: Record<(typeof differences)[number], string> = {
    start: `It now begins on ${nowAt(after.startsAt)}. Before, it was to begin on ${wasAt(before.startsAt)}.`,
    doors:
      after.doorsAt === null
        ? "Doors open when it begins."
        : `Doors now open on ${nowAt(after.doorsAt)}.${before.doorsAt === null ? "" : ` Before: ${wasAt(before.doorsAt)}.`}`,
    end: `It now ends on ${nowAt(after.endsAt)}. Before: ${wasAt(before.endsAt)}.`,
    place: `It now takes place at ${after.place}. Before, it was to be at ${before.place}.`,
  };
  const stay = tickets === 1 ? "Your ticket stays valid" : "Your tickets stay valid";
  return {
    subject: `${what.charAt(0).toUpperCase()}${what.slice(1)} for ${title}`,
    title: `${title} has ${what}.`,
    lines: differences.map((difference) => lines[difference]),
    after: [`${stay}: there is nothing you need to do.`, ...choice],
  };
}
