import { clsx } from "clsx";
import { Link, useNavigate } from "#web/lib/router.ts";
import type { EventMarker } from "#contract/events/markers.ts";
import { paths } from "#web/lib/paths.ts";
import { addDays } from "#web/lib/dates.ts";
import { dayName, weeksOf, addMonths, weekdayOf, timeOn } from "../days.ts";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

type MonthGridProps = {
  month: string;
  byDay: Map<string, EventMarker[]>;
  today: string;
  addressOf: (month: string) => string;
};

/** A month as a grid of days; each event shows its poster on its day. */
export function MonthGrid({ month, byDay, today, addressOf }: MonthGridProps) {
  const { grid, active, onKeyDown } = useGridKeys({ month, today, addressOf });
  return (
    <table
      ref={grid}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the date grid pattern of the ARIA Authoring Practices
      role="grid"
      aria-labelledby="month"
      onKeyDown={onKeyDown}
      className="w-full table-fixed border-collapse"
    >
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col" abbr={weekday} className="eyebrow pb-2 text-left text-muted">
              {weekday.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) =>
              day.startsWith(month) ? (
                <DayCell key={day} day={day} events={byDay.get(day) ?? []} today={today} isActive={day === active} />
              ) : (
                <td key={day} aria-hidden="true" className="border border-line bg-ink/2" />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayCell({
  day,
  events,
  today,
  isActive,
}: {
  day: string;
  events: EventMarker[];
  today: string;
  isActive: boolean;
}) {
  const [first, ...others] = events;
  const isToday = day === today;
  const count = `${events.length || "no"} ${events.length === 1 ? "event" : "events"}`;
  return (
    <td
      data-day={day}
      tabIndex={isActive ? 0 : -1}
      aria-current={isToday ? "date" : undefined}
      className={clsx(
        "relative h-30 border border-line p-0 align-top lg:h-36",
        isToday && "outline-2 -outline-offset-2 outline-gold",
      )}
    >
      <span className="sr-only">
        {dayName(day)}, {count}
        {first && ": "}
      </span>
      <span
        aria-hidden="true"
        className={clsx(
          "display absolute top-1.5 left-1.5 z-10 grid min-w-8 place-items-center px-1 text-xl leading-8",
          isToday ? "bg-gold text-on-gold" : first ? "bg-night/80 text-bone" : "text-muted",
        )}
      >
        {Number(day.slice(8))}
      </span>
      {first && (
        <div className="flex h-full flex-col">
          <EventTile event={first} day={day} isOver={day < today} />
          {others.slice(0, 2).map((event) => (
            <Link
              key={event.id}
              to={paths.event(event)}
              className="display truncate border-t border-line px-2 py-1.5 text-base leading-tight hover:bg-gold hover:text-on-gold"
            >
              {event.title}
            </Link>
          ))}
          {others.length > 2 && <p className="px-2 pb-1 text-sm text-muted">and {others.length - 2} more</p>}
        </div>
      )}
    </td>
  );
}

function EventTile({ event, day, isOver }: { event: EventMarker; day: string; isOver: boolean }) {
  const isOff = event.status !== "on";
  return (
    <Link
      to={paths.event(event)}
      className="group relative isolate flex min-h-30 flex-1 flex-col justify-end overflow-hidden text-bone lg:min-h-36"
    >
      <img
        src={paths.posters.picture(event.posterKey, 480, "webp")}
        alt=""
        width={480}
        height={600}
        loading="lazy"
        decoding="async"
        className={clsx(
          "absolute inset-0 -z-10 size-full object-cover transition-transform duration-500 ease-tailored group-hover:scale-105",
          (isOff || isOver) && "grayscale",
        )}
      />
      <span aria-hidden="true" className="absolute inset-0 -z-10 poster-shade" />
      <span className="display line-clamp-3 px-2 text-base leading-none wrap-anywhere hyphens-auto group-hover:underline max-lg:px-1.5 lg:text-lg">
        {event.title}
      </span>
      <span className="truncate px-2 pt-1 pb-2 text-sm max-lg:px-1.5">
        {isOff ? <strong className="capitalize">{event.status}</strong> : timeOn(day, event)}
        <span className="max-lg:sr-only"> · {event.city}</span>
      </span>
    </Link>
  );
}

/** The same day in another month, or that month's last day. */
function sameDayIn(month: string, day: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const sameDay = `${month}-${day.slice(8)}`;
  return sameDay > last ? last : sameDay;
}

function targetOf(key: string, day: string): string | undefined {
  const weekday = weekdayOf(day);
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -weekday, End: 6 - weekday }[key];
  if (days !== undefined) return addDays(day, days);
  const months = { PageUp: -1, PageDown: 1 }[key];
  return months === undefined ? undefined : sameDayIn(addMonths(day.slice(0, 7), months), day);
}

/**
 * The keys of a calendar grid: arrows move by day and week, Home and End within the week, Page Up and Down by month. Enter
 * goes into a day, Escape back to it. Only one day is in the tab order; moving to a day of another month opens that month.
 */
function useGridKeys({ month, today, addressOf }: Omit<MonthGridProps, "byDay">) {
  const navigate = useNavigate();
  const grid = useRef<HTMLTableElement>(null);
  const dayToFocus = useRef<string>(undefined);
  const [at, setAt] = useState<string>();
  const active = [at, today].find((day) => day?.startsWith(month)) ?? `${month}-01`;

  const cellOf = (day: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`);

  useEffect(() => {
    if (!dayToFocus.current?.startsWith(month)) return;
    cellOf(dayToFocus.current)?.focus();
    dayToFocus.current = undefined;
  });

  function onKeyDown(e: KeyboardEvent<HTMLTableElement>) {
    if (e.metaKey || e.ctrlKey || e.altKey) return;
    const cell = (e.target as HTMLElement).closest<HTMLElement>("[data-day]");
    const day = cell?.dataset.day;
    if (!cell || !day) return;
    if (e.key === "Enter" && e.target === cell) {
      const links = cell.querySelectorAll("a");
      e.preventDefault();
      if (links.length === 1) links[0]!.click();
      else links[0]?.focus();
      return;
    }
    if (e.key === "Escape") return void cell.focus();
    const target = targetOf(e.key, day);
    if (target === undefined) return;
    e.preventDefault();
    setAt(target);
    dayToFocus.current = target;
    if (target.startsWith(month)) cellOf(target)?.focus();
    else void navigate(addressOf(target.slice(0, 7)), { preventScrollReset: true });
  }

  return { grid, active, onKeyDown };
}
