import type { TicketCounts } from "#contract/events/ticket-types.ts";
import { counted, formatCount, formatShare } from "./figures.tsx";
import { SoldMeter } from "./meter.tsx";

/** Nothing is left, and nothing on hold can come back. */
export const isSoldOut = ({ capacity, held, left }: TicketCounts) => capacity > 0 && left + held === 0;

/** Whether anyone can still buy what isn't sold. */
type EventState = { isOver?: boolean; status?: "on" | "canceled" | "postponed" };

/**
 * What isn't sold, in words: "68 left · 4 comps · 3 on hold". With what is sold, it adds up to the capacity. Of an event that
 * is over, they are unsold; of a canceled one, nothing is left to sell.
 */
export const restText = ({ comps, held, withheld, left }: TicketCounts, { isOver, status }: EventState = {}) =>
  [
    status !== "canceled" && `${formatCount(left)} ${isOver ? "unsold" : "left"}`,
    comps > 0 && counted(comps, "comp"),
    held > 0 && `${formatCount(held)} on hold`,
    withheld > 0 && `${formatCount(withheld)} not back on sale`,
  ]
    .filter(Boolean)
    .join(" · ");

type TicketMeterProps = {
  counts: TicketCounts;
  /** What stands before the numbers. */
  name?: string;
  /** The event that they are of, if it may be over or canceled. */
  event?: EventState;
};

/** How many of an event's or a ticket type's tickets are sold, and where the others are. */
export function TicketMeter({ counts, name, event = {} }: TicketMeterProps) {
  const { sold, capacity } = counts;
  return (
    <span className="grid gap-1.5">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4 tabular-nums">
        {name && <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>}
        <span className="shrink-0 text-ink">
          {formatCount(sold)} <span className="text-muted">of {formatCount(capacity)} sold</span>
        </span>
        {!name && <span className="text-muted">{formatShare(sold, capacity)}</span>}
      </span>
      <SoldMeter {...counts} />
      <span className="text-sm text-muted tabular-nums">{restText(counts, event)}</span>
    </span>
  );
}
