import { Suspense } from "react";
import { useSearchParams } from "#web/lib/router.ts";
import { isNarrowed, listTitle, readEventsFilter } from "#web/features/events/events-filter.ts";
import { ListView } from "#web/features/events/list-view.tsx";
import { MissingView } from "#web/features/events/no-events.tsx";
import { eventsQuery, monthQuery, markersQuery } from "#web/features/events/queries.ts";
import { mailedLinkIn } from "#web/features/reminders/mailed-link.ts";
import type { PageModule } from "#web/lib/page.ts";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { Page } from "#web/ui/page.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const loadMap = () => import("#web/features/events/map/map-view.tsx");
const loadCalendar = () => import("#web/features/events/calendar/calendar-view.tsx");
const MapView = lazyPart("The map", async () => (await loadMap()).MapView, MissingView);
const CalendarView = lazyPart("The calendar", async () => (await loadCalendar()).CalendarView, MissingView);
const views = { list: ListView, map: MapView, calendar: CalendarView };

const SignupAnswer = lazyPart(
  "Your sign-up",
  async () => (await import("#web/features/reminders/link-answer.tsx")).PartSignupAnswer,
);
const EmailPreferencesPage = lazyPart(
  "Your email preferences",
  async () => (await import("#web/features/consent/preferences-page.tsx")).EmailPreferencesPage,
);

function EventsPage() {
  const [search] = useSearchParams();
  const token = search.get("preferences");
  if (token === null) return <EventList />;
  return (
    <Page meta={{ title: "Email preferences", description: "Choose which emails you get.", hidden: true }}>
      <Suspense>
        <EmailPreferencesPage key={token} token={token} step={search.get("step")} />
      </Suspense>
    </Page>
  );
}

function EventList() {
  const [search] = useSearchParams();
  const filter = readEventsFilter(search);
  const link = mailedLinkIn(search);
  const View = views[filter.view ?? "list"];

  return (
    <Page meta={listMeta(filter)}>
      <link rel="alternate" type="application/rss+xml" title="Savage Gentlemen: events" href={paths.feeds.news()} />
      {(link || search.has("left")) && (
        <Suspense>
          <SignupAnswer link={link} />
        </Suspense>
      )}
      <h1 className="sr-only">{listTitle(filter)}</h1>
      <Suspense>
        <View filter={filter} />
      </Suspense>
    </Page>
  );
}

const listMeta = (filter: EventsFilter) => ({
  title: filter.when || isNarrowed(filter) ? listTitle(filter) : "Events",
  description: "Savage Gentlemen events: what's on, where, and tickets with all fees included.",
  // Map and calendar show the same events, and dates pass, so search engines index only the list.
  canonical: paths.events({
    ...filter,
    q: undefined,
    from: undefined,
    to: undefined,
    view: undefined,
    month: undefined,
  }),
  hidden: Boolean(filter.q || filter.from || filter.to),
});

/** Ignores a failed load here: the view shows its own notice. */
const ahead = (load: () => Promise<unknown>) => load().catch(() => undefined);

export const page: PageModule = {
  Component: EventsPage,
  load: async ({ search, read }) => {
    if (search.has("preferences")) return;
    const filter = readEventsFilter(search);
    // Load the view's code along with its data.
    if (filter.view === "map") await Promise.all([read(markersQuery(filter)), ahead(loadMap)]);
    else if (filter.view === "calendar") await Promise.all([read(monthQuery(filter)), ahead(loadCalendar)]);
    else await read(eventsQuery(filter));
  },
};
