import { clsx } from "clsx";
import { CalendarDays, LayoutGrid, MapPin } from "lucide-react";
import { Link } from "react-router";
import { type EventsFilter, paths } from "#web/lib/paths.ts";

const views = [
  { view: undefined, label: "Posters", Icon: LayoutGrid },
  { view: "map", label: "Map", Icon: MapPin },
  { view: "calendar", label: "Calendar", Icon: CalendarDays },
] as const;

/** Switches between posters, map and calendar for the same events. */
export function ViewSwitch({ filter }: { filter: EventsFilter }) {
  return (
    <nav aria-label="View" className="flex border-b border-line">
      {views.map(({ view, label, Icon }) => {
        const isOn = filter.view === view;
        return (
          <Link
            key={label}
            to={paths.events({ ...filter, view, page: undefined, month: undefined })}
            preventScrollReset
            aria-current={isOn ? "page" : undefined}
            className={clsx(
              "-mb-px flex min-h-12 items-center gap-1.5 border-b-3 px-2 font-display text-lg font-bold xs:gap-2 xs:px-4 tracking-[0.03em] uppercase first:pl-1",
              isOn ? "border-gold text-ink" : "border-transparent text-muted hover:text-ink",
            )}
          >
            <Icon className="size-5" /> {label}
          </Link>
        );
      })}
    </nav>
  );
}
