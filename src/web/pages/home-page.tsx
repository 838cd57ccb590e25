import { useSuspenseQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { CityIndex } from "#web/features/events/city-index.tsx";
import { NextNight } from "#web/features/events/next-night.tsx";
import { eventsQuery, latelyQuery } from "#web/features/events/queries.ts";
import { UpcomingWall } from "#web/features/events/upcoming-wall.tsx";
import type { PageModule } from "#web/lib/page.ts";
import { paths } from "#web/lib/paths.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Page } from "#web/ui/page.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const LatelyWall = lazyPart(
  "What was on lately",
  async () => (await import("#web/features/events/lately-wall.tsx")).LatelyWall,
);

const meta = {
  title: "Home",
  description:
    "Caribbean-American nights out, tailored. See which night is next and get your tickets; the price you see has every fee in it.",
  canonical: "/",
};

function HomePage() {
  const { data } = useSuspenseQuery(eventsQuery());
  // What is called off is no night to lead with.
  const next = data.items.find(({ state }) => state === "on") ?? data.items[0];
  const later = data.items.filter((night) => night !== next);

  if (!next) return <NothingOn />;
  return (
    <Page meta={meta}>
      <NextNight event={next} />
      {later.length > 0 && <UpcomingWall events={later.slice(0, 8)} total={data.total} />}
      <Suspense>
        <LatelyWall />
      </Suspense>
      <CityIndex cities={data.cities} />
    </Page>
  );
}

function NothingOn() {
  return (
    <Page meta={meta}>
      <div className="measure py-16">
        <h1 className="display mb-8 text-display-lg">Savage Gentlemen</h1>
        <EmptyState
          title="No night is on sale right now"
          text="The next one appears here as soon as it is announced."
          action={<LinkButton to={paths.events({ when: "past" })}>See past nights</LinkButton>}
        />
      </div>
    </Page>
  );
}

export const page: PageModule = {
  Component: HomePage,
  load: async ({ read }) => {
    await Promise.all([read(eventsQuery()), read(latelyQuery())]);
  },
};
