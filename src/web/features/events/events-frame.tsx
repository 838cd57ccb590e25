import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import type { EventList } from "#contract/events.ts";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { DayFilter } from "./day-filter.tsx";
import { EventsSearch } from "./events-search.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { SubscribeLinks } from "./subscribe-links.tsx";
import { ViewSwitch } from "./view-switch.tsx";
import { WhenSwitch } from "./when-switch.tsx";

export type EventsFrameProps = {
  filter: EventsFilter;
  facets: Pick<EventList, "cities" | "categories">;
  /** The large heading at the top; the upcoming/past switch by default. */
  head?: ReactNode;
  children: ReactNode;
};

/** What the list, map and calendar share: search, filters, and links to the other views. */
export function EventsFrame({ filter, facets, head, children }: EventsFrameProps) {
  const isTurning = useNavigation().location?.pathname === paths.events();
  const address = (change: EventsFilter) => paths.events({ ...filter, page: undefined, ...change });
  return (
    <>
      <div className="relative isolate">
        <div aria-hidden="true" className="scales absolute inset-0 -z-10" />
        <div className="measure grid gap-6 pt-10 pb-6 md:grid-cols-[1fr_minmax(18rem,26rem)] md:items-end md:pt-16">
          {head ?? <WhenSwitch filter={filter} />}
          <EventsSearch filter={filter} />
        </div>
      </div>
      <div className="measure grid grid-cols-1 gap-2 sm:gap-1">
        <FilterChips
          label="City"
          all="All cities"
          choices={facets.cities.map(({ city, count }) => ({ value: city, count }))}
          chosen={filter.city}
          addressOf={(city) => address({ city })}
        />
        <FilterChips
          label="Type"
          all="All types"
          choices={facets.categories.map(({ category, count }) => ({ value: category, count }))}
          chosen={filter.category}
          addressOf={(category) => address({ category })}
        />
        {filter.view !== "calendar" && <DayFilter filter={filter} />}
      </div>
      <div className="measure pt-6">
        <ViewSwitch filter={filter} />
      </div>
      <div
        aria-busy={isTurning}
        className={clsx("measure pt-8 transition-opacity duration-150", isTurning && "opacity-50")}
      >
        {children}
      </div>
      <SubscribeLinks city={filter.city} />
    </>
  );
}
