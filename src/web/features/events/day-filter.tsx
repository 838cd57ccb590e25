import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type FormEvent, useId } from "react";
import { useNavigate } from "react-router";
import { formatCalendarDay } from "#web/lib/dates.ts";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { useNow } from "#web/lib/use-now.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Input } from "#web/ui/input.tsx";
import { Chip, chipStyle, HiddenFields } from "./filter-chips.tsx";
import { addDays, dayOf } from "#web/lib/days.ts";
import { siteTimeZone, weekendOf } from "./days.ts";

/** Filters by day: two common ranges, or any dates. Uses links and a form, so it works before scripts load. */
export function DayFilter({ filter }: { filter: EventsFilter }) {
  const today = dayOf(useNow(), siteTimeZone);
  const address = (change: EventsFilter) => paths.events({ ...filter, page: undefined, ...change });
  const ranges =
    filter.when === "past"
      ? [{ label: "Last 90 days", from: addDays(today, -90), to: undefined }]
      : [
          { label: "This weekend", ...weekendOf(today) },
          { label: "Next 30 days", from: undefined, to: addDays(today, 30) },
        ];
  const isOn = ({ from, to }: EventsFilter) => filter.from === from && filter.to === to;
  const isOwn = Boolean(filter.from || filter.to) && !ranges.some(isOn);

  return (
    <nav aria-label="Filter by day" className="relative flex min-w-0 items-start gap-4">
      <span aria-hidden="true" className="eyebrow w-16 shrink-0 pt-4 text-muted max-lg:hidden">
        When
      </span>
      <ul className="-mx-5 flex min-w-0 flex-wrap gap-2 px-5 py-1 lg:mx-0 lg:px-0">
        <Chip to={address({ from: undefined, to: undefined })} on={!filter.from && !filter.to}>
          Any date
        </Chip>
        {ranges.map((range) => (
          <Chip
            key={range.label}
            to={address(isOn(range) ? { from: undefined, to: undefined } : { from: range.from, to: range.to })}
            on={isOn(range)}
          >
            {range.label}
          </Chip>
        ))}
        <li>
          <OwnDays key={`${filter.from} ${filter.to}`} filter={filter} isOn={isOwn} />
        </li>
      </ul>
    </nav>
  );
}

function spanOf({ from, to }: EventsFilter): string {
  if (from && to)
    return from === to ? formatCalendarDay(from) : `${formatCalendarDay(from)} – ${formatCalendarDay(to)}`;
  return from ? `From ${formatCalendarDay(from)}` : `Until ${formatCalendarDay(to ?? "")}`;
}

function OwnDays({ filter, isOn }: { filter: EventsFilter; isOn: boolean }) {
  const navigate = useNavigate();
  const id = useId();
  const { when, q, city, category, view } = filter;

  function submit(e: FormEvent<HTMLFormElement>) {
    e.preventDefault();
    const form = new FormData(e.currentTarget);
    const day = (name: string) => (form.get(name) as string) || undefined;
    void navigate(paths.events({ ...filter, page: undefined, from: day("from"), to: day("to") }), {
      preventScrollReset: true,
    });
  }

  return (
    <details className="group sm:relative">
      <summary
        className={clsx(
          chipStyle,
          "list-none [&::-webkit-details-marker]:hidden",
          isOn ? "border-gold bg-gold text-on-gold" : "border-line text-muted hover:border-ink hover:text-ink",
        )}
      >
        {isOn ? spanOf(filter) : "Choose dates"}
        <ChevronDown className="size-4 group-open:rotate-180" />
      </summary>
      <form
        method="get"
        action={paths.events()}
        onSubmit={submit}
        className="absolute inset-x-5 z-20 mt-1 grid gap-3 rounded-md border border-line bg-raised p-4 shadow-lift sm:inset-x-auto sm:left-0 sm:w-80"
      >
        <HiddenFields of={{ when, q, city, category, view }} />
        {(["from", "to"] as const).map((name) => (
          <label key={name} htmlFor={`${id}${name}`} className="grid gap-1 text-sm font-semibold">
            {name === "from" ? "First day" : "Last day"}
            <Input id={`${id}${name}`} type="date" name={name} defaultValue={filter[name]} />
          </label>
        ))}
        <button type="submit" className={buttonStyle()}>
          Show these dates
        </button>
      </form>
    </details>
  );
}
