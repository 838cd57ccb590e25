import { clsx } from "clsx";
import { Link } from "react-router";
import type { EventMarker } from "#contract/event-markers.ts";
import { formatTime } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { dayName, weeksOf } from "../days.ts";
import { useGridKeys } from "./use-grid-keys.ts";

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export type MonthGridProps = {
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
                <DayCell
                  key={day}
                  day={day}
                  events={byDay.get(day) ?? []}
                  isOver={day < today}
                  isToday={day === today}
                  isActive={day === active}
                />
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

type DayCellProps = { day: string; events: EventMarker[]; isOver: boolean; isToday: boolean; isActive: boolean };

function DayCell({ day, events, isOver, isToday, isActive }: DayCellProps) {
  const [first, ...others] = events;
  const count = events.length === 0 ? "no events" : events.length === 1 ? "1 event" : `${events.length} events`;
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
      <VisuallyHidden>
        {dayName(day)}, {count}
        {first && ": "}
      </VisuallyHidden>
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
          <EventTile event={first} isOver={isOver} />
          {others.slice(0, 2).map((event) => (
            <Link
              key={event.id}
              to={paths.event(event.id, event.slug)}
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

function EventTile({ event, isOver }: { event: EventMarker; isOver: boolean }) {
  const isOff = event.status !== "on";
  return (
    <Link
      to={paths.event(event.id, event.slug)}
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
        {isOff ? <strong className="capitalize">{event.status}</strong> : formatTime(event.startsAt, event.timeZone)}
        <span className="max-lg:sr-only"> · {event.city}</span>
      </span>
    </Link>
  );
}
