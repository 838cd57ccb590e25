import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { CityIndex, UpcomingWall } from "#web/features/events/upcoming-wall.tsx";
import { leadEvent, mustLookFurther, NextEvent } from "#web/features/events/next-event.tsx";
import { eventsQuery, latelyQuery, nextBuyableQuery } from "#web/features/events/queries.ts";
import { OwnStrip, readOwnStrip } from "#web/features/orders/own-strip.tsx";
import { ifReadable, shopRowQuery } from "#web/features/shop/queries.ts";
import type { PageModule } from "#web/lib/page.ts";
import { paths } from "#web/lib/paths.ts";
import { EmptyState } from "#web/ui/full-message.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Page } from "#web/ui/page.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const LatelyWall = lazyPart(
  "Recent events",
  async () => (await import("#web/features/events/lately-wall.tsx")).LatelyWall,
);

const ShopStrip = lazyPart("The shop", async () => (await import("#web/features/shop/shop-strips.tsx")).ShopStrip);

const meta = {
  title: "Home",
  description:
    "Caribbean-American nights out, tailored. See what's next and get your tickets. The price you see includes all fees.",
  canonical: "/",
};

function HomePage() {
  const { data } = useSuspenseQuery(eventsQuery());
  const further = useQuery({ ...nextBuyableQuery(), enabled: mustLookFurther(data) });
  const next = leadEvent([...data.items, ...(further.data?.items ?? [])]);
  const later = data.items.filter((event) => event !== next);

  if (!next) {
    return (
      <Page meta={meta}>
        <OwnStrip />
        <div className="measure py-16">
          <h1 className="display mb-8 text-display-lg">Savage Gentlemen</h1>
          <EmptyState
            title="No upcoming events right now"
            text="The next one shows up here as soon as it's announced."
            action={<LinkButton to={paths.events({ when: "past" })}>See past events</LinkButton>}
          />
        </div>
        <Suspense>
          <ShopStrip />
        </Suspense>
      </Page>
    );
  }
  return (
    <Page meta={meta}>
      <OwnStrip />
      <NextEvent event={next} />
      {later.length > 0 && <UpcomingWall events={later.slice(0, 8)} total={data.total} />}
      <Suspense>
        <ShopStrip />
      </Suspense>
      <Suspense>
        <LatelyWall />
      </Suspense>
      <CityIndex cities={data.cities} />
    </Page>
  );
}

export const page: PageModule = {
  Component: HomePage,
  load: async ({ user, read }) => {
    const [events] = await Promise.all([
      read(eventsQuery()),
      read(latelyQuery()),
      ifReadable(read(shopRowQuery())),
      readOwnStrip({ user, read }),
    ]);
    if (mustLookFurther(events)) await read(nextBuyableQuery());
  },
};
