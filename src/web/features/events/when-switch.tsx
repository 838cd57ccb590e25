import { clsx } from "clsx";
import { Link } from "react-router";
import { type EventsFilter, paths } from "#web/lib/paths.ts";

/** Upcoming or past, as two large links. The other filters reset: last year's cities are not this year's. */
export function WhenSwitch({ filter }: { filter: EventsFilter }) {
  const isPast = filter.when === "past";
  return (
    <nav aria-label="Upcoming or past" className="flex gap-x-6 sm:gap-x-10">
      <WhenLink to={paths.events({ q: filter.q, view: filter.view })} current={!isPast}>
        Upcoming
      </WhenLink>
      <WhenLink to={paths.events({ when: "past", q: filter.q, view: filter.view })} current={isPast}>
        Past
      </WhenLink>
    </nav>
  );
}

function WhenLink({ to, current, children }: { to: string; current: boolean; children: string }) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={current ? "page" : undefined}
      className={clsx(
        "display flex min-h-11 items-end border-b-4 pb-1.5 text-display-lg transition-colors",
        current ? "border-gold text-ink" : "border-transparent text-muted hover:text-ink",
      )}
    >
      {children}
    </Link>
  );
}
