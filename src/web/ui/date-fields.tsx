import { clsx } from "clsx";
import { inputStyle } from "./field.tsx";

type DateFieldsProps = {
  /** The first and the last day, "2026-11-28". */
  range: { from: string; to: string };
  /** The latest day that can be chosen. */
  today: string;
  onRange: (from: string, to: string) => void;
};

/** Two date fields for a range of days up to today. An emptied field changes nothing. */
export function DateFields({ range: { from, to }, today, onRange }: DateFieldsProps) {
  const style = clsx(inputStyle, "min-h-11! w-auto! px-2.5! py-1.5! md:min-h-10! md:text-sm! tabular-nums");
  return (
    <span className="flex flex-wrap items-center gap-2">
      <input
        type="date"
        aria-label="From"
        value={from}
        max={to}
        onChange={(e) => e.target.value && onRange(e.target.value, to)}
        className={style}
      />
      <span aria-hidden="true" className="text-muted">
        to
      </span>
      <input
        type="date"
        aria-label="To"
        value={to}
        min={from}
        max={today}
        onChange={(e) => e.target.value && onRange(from, e.target.value)}
        className={style}
      />
    </span>
  );
}
