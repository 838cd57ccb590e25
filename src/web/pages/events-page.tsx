import { useSuspenseQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useNavigation, useSearchParams } from "react-router";
import { isNarrowed, listTitle, readEventsFilter } from "#web/features/events/events-filter.ts";
import { EventsSearch } from "#web/features/events/events-search.tsx";
import { FilterChips } from "#web/features/events/filter-chips.tsx";
import { NightsGrid } from "#web/features/events/nights-grid.tsx";
import { NoNights } from "#web/features/events/no-nights.tsx";
import { Pager } from "#web/features/events/pager.tsx";
import { eventsQuery } from "#web/features/events/queries.ts";
import { WhenSwitch } from "#web/features/events/when-switch.tsx";
import type { PageModule } from "#web/lib/page.ts";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { Page } from "#web/ui/page.tsx";

function EventsPage() {
  const [search] = useSearchParams();
  const filter = readEventsFilter(search);
  const { data } = useSuspenseQuery(eventsQuery(filter));
  const isTurning = useNavigation().location?.pathname === paths.events();
  const address = (change: EventsFilter) => paths.events({ ...filter, page: undefined, ...change });

  return (
    <Page meta={listMeta(filter)}>
      <h1 className="sr-only">{listTitle(filter)}</h1>
      <div className="relative isolate">
        <div aria-hidden="true" className="scales absolute inset-0 -z-10" />
        <div className="measure grid gap-6 pt-10 pb-6 md:grid-cols-[1fr_minmax(18rem,26rem)] md:items-end md:pt-16">
          <WhenSwitch filter={filter} />
          <EventsSearch filter={filter} />
        </div>
      </div>
      <div className="measure grid grid-cols-1 gap-2 sm:gap-1">
        <FilterChips
          label="City"
          all="All cities"
          choices={data.cities.map(({ city, count }) => ({ value: city, count }))}
          chosen={filter.city}
          addressOf={(city) => address({ city })}
        />
        <FilterChips
          label="Kind"
          all="Every kind"
          choices={data.categories.map(({ category, count }) => ({ value: category, count }))}
          chosen={filter.category}
          addressOf={(category) => address({ category })}
        />
      </div>
      <div
        aria-busy={isTurning}
        className={clsx("measure pt-8 transition-opacity duration-150", isTurning && "opacity-50")}
      >
        <p role="status" className={clsx("eyebrow mb-6 text-muted", !isNarrowed(filter) && "sr-only")}>
          {data.total} {data.total === 1 ? "night" : "nights"}
          {filter.q && ` for “${filter.q}”`}
        </p>
        {data.items.length > 0 ? <NightsGrid events={data.items} /> : <NoNights filter={filter} total={data.total} />}
        <Pager {...data} addressOf={(page) => address({ page })} />
      </div>
    </Page>
  );
}

const listMeta = (filter: EventsFilter) => ({
  title: filter.when || isNarrowed(filter) ? listTitle(filter) : "Events",
  description: "Nights by Savage Gentlemen: what is on, where, and tickets with every fee in the price.",
  canonical: paths.events({ ...filter, q: undefined }),
  hidden: Boolean(filter.q),
});

export const page: PageModule = {
  Component: EventsPage,
  load: async ({ search, read }) => {
    await read(eventsQuery(readEventsFilter(search)));
  },
};
