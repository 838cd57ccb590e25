import { clsx } from "clsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { addDays, isDay } from "#web/lib/dates.ts";
import { DateFields } from "#web/ui/date-fields.tsx";

type Range = { from: string; to: string };

/** The preset ranges in days, including today. */
const presets = [7, 28, 90, 365] as const;

/** The range in a URL, with invalid values corrected: the 28 days up to today by default, 400 days at most. */
export function readRange(search: URLSearchParams, today: string): Range {
  const to = search.get("to");
  const from = search.get("from");
  const last = isDay(to) && to <= today ? to : today;
  const first = isDay(from) && from <= last ? from : addDays(last, -27);
  const earliest = addDays(last, -399);
  return { from: first < earliest ? earliest : first, to: last };
}

/** The date range: four preset buttons, and two date fields for any other range. */
export function RangePicker({ range, today }: { range: Range; today: string }) {
  const address = useListAddress();
  const choose = (from: string, to: string) => address.change({ from, to: to === today ? undefined : to });
  return (
    <DatesPicker
      range={range}
      today={today}
      onRange={choose}
      choices={presets.map((days) => {
        const from = addDays(today, 1 - days);
        return {
          label: days === 365 ? "1 year" : `${days} days`,
          isOn: range.to === today && range.from === from,
          choose: () => choose(from, today),
        };
      })}
    />
  );
}

type DatesPickerProps = {
  range: Range;
  today: string;
  choices: { label: string; isOn: boolean; choose: () => void }[];
  onRange: (from: string, to: string) => void;
};

/** Buttons for the usual ranges, and two date fields for any other. */
export function DatesPicker({ range, today, choices, onRange }: DatesPickerProps) {
  return (
    <div className="flex max-w-full min-w-0 flex-wrap items-center gap-2">
      <div role="group" aria-label="Range" className="flex max-w-full overflow-x-auto rounded-sm border border-edge">
        {choices.map(({ label, isOn, choose }) => (
          <button
            key={label}
            type="button"
            aria-pressed={isOn}
            onClick={choose}
            className={clsx(
              "min-h-10 border-r border-edge px-3 text-sm font-semibold whitespace-nowrap last:border-r-0 focus-visible:outline-offset-[-3px] max-sm:px-2.5",
              isOn ? "bg-gold text-on-gold" : "hover:bg-ink/6",
            )}
          >
            {label}
          </button>
        ))}
      </div>
      <DateFields range={range} today={today} onRange={onRange} />
    </div>
  );
}
