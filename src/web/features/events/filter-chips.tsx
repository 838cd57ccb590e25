import { useEffect, useRef, type ReactNode, type FormEvent, useId } from "react";
import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { useNavigate } from "#web/lib/router.ts";
import type { EventList } from "#contract/events/events.ts";
import { useClosingDetails } from "#web/ui/use-closing-details.ts";
import { dayOf, formatCalendarDay, addDays } from "#web/lib/dates.ts";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { useNow } from "#web/lib/use-now.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Chip, chipStyle, HiddenFields } from "#web/ui/chip.tsx";
import { Input } from "#web/ui/field.tsx";
import { useBrandZone } from "#web/lib/site.ts";
import { weekendOf } from "./days.ts";

type Choice = { value: string; count: number };

/** What a list can be narrowed to, each with its number of events. */
export type Facets = Pick<EventList, "cities" | "categories">;

type EventFiltersProps = {
  filter: EventsFilter;
  facets: Facets;
  /** In the phone's sheet: every choice shows, in as many lines as it takes. */
  inSheet?: boolean;
};

/** All filters: city, type and day. The calendar has its own days. */
export function EventFilters({ filter, facets, inSheet = false }: EventFiltersProps) {
  const address = (change: EventsFilter) => paths.events({ ...filter, page: undefined, ...change });
  return (
    <>
      <FilterChips
        label="City"
        all="All cities"
        choices={facets.cities.map(({ city, count }) => ({ value: city, count }))}
        chosen={filter.city}
        addressOf={(city) => address({ city })}
        inSheet={inSheet}
      />
      <FilterChips
        label="Type"
        all="All types"
        choices={facets.categories.map(({ category, count }) => ({ value: category, count }))}
        chosen={filter.category}
        addressOf={(category) => address({ category })}
        inSheet={inSheet}
      />
      {filter.view !== "calendar" && <DayFilter filter={filter} inSheet={inSheet} />}
    </>
  );
}

/** The row around one filter's label and choices, and the label. */
const rowStyle = (inSheet: boolean) => clsx("relative min-w-0", inSheet ? "grid gap-2" : "flex items-start gap-4");
const labelStyle = (inSheet: boolean) => clsx("eyebrow text-muted", !inSheet && "w-16 shrink-0 pt-4 max-lg:hidden");

type FilterChipsProps = {
  /** "City": the name of the row. */
  label: string;
  /** "All cities": the choice that clears the filter. */
  all: string;
  choices: Choice[];
  chosen: string | undefined;
  /** The URL that shows one choice, or all of them. */
  addressOf: (value: string | undefined) => string;
  inSheet: boolean;
};

/** The number of choices in a desktop row; the others are behind one more chip. */
const inRow = 4;

/** One filter as a row of links, each with its number of events; on a phone the row is swiped. */
function FilterChips({ label, all, choices, chosen, addressOf, inSheet }: FilterChipsProps) {
  const isChosen = ({ value }: Choice) => value.toLowerCase() === chosen?.toLowerCase();
  const row = useChosenInView(chosen);
  const known = [...(chosen && !choices.some(isChosen) ? [{ value: chosen, count: 0 }] : []), ...choices];
  // The selected choice is always visible, whatever its count.
  const shown = known.filter((choice, place) => inSheet || place < inRow || isChosen(choice));
  const rest = known.filter((choice) => !shown.includes(choice));
  if (known.length === 0) return null;

  const chipOf = (choice: Choice, className?: string) => {
    const on = isChosen(choice);
    return (
      <Chip
        key={choice.value}
        to={addressOf(on ? undefined : choice.value)}
        on={on}
        count={choice.count}
        className={className}
      >
        {choice.value}
      </Chip>
    );
  };

  return (
    <nav aria-label={`Filter by ${label.toLowerCase()}`} className={clsx(rowStyle(inSheet), "lg:w-fit")}>
      <span aria-hidden="true" className={labelStyle(inSheet)}>
        {label}
      </span>
      <ul
        ref={row}
        className={clsx(
          "flex min-w-0 gap-2",
          inSheet
            ? "flex-wrap"
            : "relative -mx-5 overflow-x-auto px-5 py-1 [scrollbar-width:none] lg:static lg:mx-0 lg:flex-wrap lg:overflow-visible lg:px-0",
        )}
      >
        <Chip to={addressOf(undefined)} on={!chosen}>
          {all}
        </Chip>
        {shown.map((choice) => chipOf(choice))}
        {rest.map((choice) => chipOf(choice, "lg:hidden"))}
        {rest.length > 0 && (
          <li className="max-lg:hidden">
            <MoreChips key={chosen} count={rest.length}>
              {rest.map((choice) => chipOf(choice))}
            </MoreChips>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** On a phone, scrolls the row to the selected chip, so a visitor from an outside link sees the active filter. */
function useChosenInView(chosen: string | undefined) {
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const list = row.current;
    const chip = chosen && list?.querySelector<HTMLElement>("[aria-current]")?.parentElement;
    if (list && chip) list.scrollLeft = chip.offsetLeft - (list.clientWidth - chip.clientWidth) / 2;
  }, [chosen]);
  return row;
}

/** The choices that don't fit in a desktop row, behind one chip. A native element, so it opens without scripts too. */
function MoreChips({ count, children }: { count: number; children: ReactNode }) {
  return (
    <details ref={useClosingDetails()} name="filters" className="group">
      <summary className={clsx(chipStyle, "list-none border-line text-muted hover:border-ink hover:text-ink")}>
        {count} more <ChevronDown className="size-4 group-open:rotate-180" />
      </summary>
      <ul className="absolute top-full right-0 z-20 mt-1 flex w-96 max-w-[calc(100vw-2.5rem)] flex-wrap gap-2 rounded-md border border-line bg-raised p-3 shadow-lift">
        {children}
      </ul>
    </details>
  );
}

/** Filters by day: two common ranges, or any dates. Uses links and a form, so it works before scripts load. */
function DayFilter({ filter, inSheet }: { filter: EventsFilter; inSheet: boolean }) {
  const today = dayOf(useNow(), useBrandZone());
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
    <nav aria-label="Filter by day" className={rowStyle(inSheet)}>
      <span aria-hidden="true" className={labelStyle(inSheet)}>
        When
      </span>
      <ul className={clsx("flex min-w-0 flex-wrap gap-2", !inSheet && "-mx-5 px-5 py-1 lg:mx-0 lg:px-0")}>
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
        <li className={clsx(inSheet && "w-full")}>
          <OwnDays key={`${filter.from} ${filter.to}`} filter={filter} isOn={isOwn} inSheet={inSheet} />
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

function OwnDays({ filter, isOn, inSheet }: { filter: EventsFilter; isOn: boolean; inSheet: boolean }) {
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
          "w-fit list-none [&::-webkit-details-marker]:hidden",
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
        className={clsx(
          "mt-1 grid gap-3 rounded-md border border-line bg-raised p-4",
          !inSheet && "absolute inset-x-5 z-20 shadow-lift sm:inset-x-auto sm:left-0 sm:w-80",
        )}
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
