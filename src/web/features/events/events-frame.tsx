import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { useComing, Link } from "#web/lib/router.ts";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { EventFilters, type Facets } from "./filter-chips.tsx";
import { ViewSwitch } from "./no-events.tsx";
import { CalendarSync, Rss } from "lucide-react";
import { useSite } from "#web/lib/site.ts";
import { AddressSearch } from "#web/ui/address-search.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FilterButton } from "#web/ui/filter-button.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";

const FilterSheet = lazyDialog("The filters", async () => (await import("./filter-sheet.tsx")).FilterSheet);

type EventsFrameProps = {
  filter: EventsFilter;
  facets: Facets;
  /** The large heading at the top; the upcoming/past switch by default. */
  head?: ReactNode;
  children: ReactNode;
};

/** What the list, map and calendar share: search, filters, and links to the other views. */
export function EventsFrame({ filter, facets, head, children }: EventsFrameProps) {
  const isTurning = useComing()?.pathname === paths.events();
  const { when, city, category, from, to, view, month } = filter;
  const [isFiltering, setFiltering] = useState(false);
  return (
    <>
      <div className="relative isolate">
        <div aria-hidden="true" className="scales absolute inset-0 -z-10" />
        <div className="measure grid grid-cols-1 gap-4 pt-6 pb-3 md:grid-cols-[1fr_minmax(18rem,26rem)] md:items-end md:gap-6 md:pt-16 md:pb-6">
          {head ?? <WhenSwitch filter={filter} />}
          <div className="flex flex-wrap gap-2">
            <div className="flex min-w-[min(9rem,100%)] flex-1">
              <AddressSearch
                label="Search events"
                placeholder="Event, artist or venue"
                action={paths.events()}
                q={filter.q ?? ""}
                otherParams={{ when, city, category, from, to, view, month }}
                addressOf={(q) => paths.events({ ...filter, q, page: undefined })}
              />
            </div>
            <FilterButton
              count={[city, category, from ?? to].filter(Boolean).length}
              className="md:hidden"
              onOpen={() => setFiltering(true)}
            />
          </div>
        </div>
      </div>
      {isFiltering && <FilterSheet filter={filter} facets={facets} onClose={() => setFiltering(false)} />}
      {/* On a phone the filters are behind one button, so that the first poster is in sight; without scripts they stay. */}
      <div className="measure grid grid-cols-1 gap-1 pb-6 max-md:hidden noscript:grid">
        <EventFilters filter={filter} facets={facets} />
      </div>
      <div className="measure">
        <ViewSwitch filter={filter} />
      </div>
      <div
        aria-busy={isTurning}
        className={clsx("measure pt-5 transition-opacity duration-150 md:pt-8", isTurning && "opacity-50")}
      >
        {children}
      </div>
      <SubscribeLinks city={filter.city} />
    </>
  );
}

/** Subscribe to the events in a calendar or feed reader, which stays up to date by itself. */
function SubscribeLinks({ city }: { city: string | undefined }) {
  const { baseUrl } = useSite();
  const calendar = new URL(paths.feeds.calendar({ city }), baseUrl).href;
  return (
    <aside aria-label="Subscribe" className="measure pt-16">
      <div className="pinstripe flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-line px-6 py-5">
        <p className="max-w-[48ch]">
          <span className="display block text-display-sm">Never miss a night</span>
          <span className="text-sm text-muted">
            {city ? `Events in ${city}` : "Every event"} in your own calendar, updated when plans change.
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          <a href={calendar.replace(/^https?:/, "webcal:")} className={buttonStyle("outline")}>
            <CalendarSync className="size-5" /> Subscribe
          </a>
          <a href={calendar} download="" className={buttonStyle("quiet")}>
            .ics file
          </a>
          <a href={paths.feeds.news()} className={buttonStyle("quiet")}>
            <Rss className="size-5" /> RSS
          </a>
        </div>
      </div>
    </aside>
  );
}

/** Upcoming or past, as two large links. The other filters reset: last year's cities are not this year's. */
function WhenSwitch({ filter: { when, q, view } }: { filter: EventsFilter }) {
  return (
    <nav aria-label="Upcoming or past" className="flex flex-wrap gap-x-6 sm:gap-x-10">
      {[{ label: "Upcoming" }, { label: "Past", period: "past" as const }].map(({ label, period }) => (
        <Link
          key={label}
          to={paths.events({ when: period, q, view })}
          preventScrollReset
          aria-current={when === period ? "page" : undefined}
          className={clsx(
            "display flex min-h-11 items-end border-b-4 pb-1.5 text-display-lg transition-colors",
            when === period ? "border-gold text-ink" : "border-transparent text-muted hover:text-ink",
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
