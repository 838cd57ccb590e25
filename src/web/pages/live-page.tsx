import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useSearchParams } from "#web/lib/router.ts";
import type { StreamView as Stream } from "#contract/streams/streams.ts";
import { EventCard } from "#web/features/events/event-card.tsx";
import { eventsQuery } from "#web/features/events/queries.ts";
import { mailedLinkIn } from "#web/features/reminders/mailed-link.ts";
import { streamQuery, streamsQuery } from "#web/features/streams/queries.ts";
import { leadOf, streamTime } from "#web/features/streams/status.ts";
import { Replays, Schedule } from "#web/features/streams/stream-lists.tsx";
import { StreamView } from "#web/features/streams/stream-view.tsx";
import type { PageModule } from "#web/lib/page.ts";
import { paths, readId } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Page } from "#web/ui/page.tsx";

const SignupAnswer = lazyPart(
  "Your sign-up",
  async () => (await import("#web/features/reminders/link-answer.tsx")).PartSignupAnswer,
);
const ClosedLive = lazyPart("The live page", async () => (await import("./teaser.tsx")).Teaser);

function LivePage() {
  const [search] = useSearchParams();
  const { data: lists } = useSuspenseQuery(streamsQuery());
  const named = search.get("stream");
  const id = named === null ? leadOf(lists)?.id : readId(named);
  if (id === undefined) {
    return (
      <Suspense>
        <ClosedLive topic="live" />
      </Suspense>
    );
  }
  const link = mailedLinkIn(search);
  return (
    <>
      {(link || search.has("left")) && (
        <Suspense>
          <SignupAnswer link={link} />
        </Suspense>
      )}
      <ShownStream id={id} isNamed={named !== null}>
        <Schedule lists={lists} shown={id} />
        <Replays lists={lists} shown={id} />
        <NextEvents />
      </ShownStream>
    </>
  );
}

type ShownStreamProps = { id: number; isNamed: boolean; children: React.ReactNode };

function ShownStream({ id, isNamed, children }: ShownStreamProps) {
  const { data: stream } = useSuspenseQuery(streamQuery(id));
  return (
    <Page meta={isNamed ? streamMeta(stream) : liveMeta(stream)}>
      <StreamView key={id} id={id} />
      {children}
    </Page>
  );
}

const posterImage = ({ poster }: Stream) =>
  poster ? { image: paths.posters.social(poster.key), imageAlt: poster.alt } : {};

const streamMeta = (stream: Stream) => ({
  title: `${stream.title}, Live`,
  description:
    stream.description.split("\n")[0]!.slice(0, 200) || `${streamTime(stream)}. Watch it on Savage Gentlemen Live.`,
  canonical: paths.live({ stream: stream.id }),
  ...posterImage(stream),
});

const liveMeta = (stream: Stream) => ({
  title: "Live",
  description: `${stream.title}, ${streamTime(stream)}. Savage Gentlemen live streams and replays, wherever you are.`,
  canonical: paths.live(),
  ...posterImage(stream),
});

/** The way from the screen to the room. */
function NextEvents() {
  const { data } = useQuery(eventsQuery());
  const events = data?.items.slice(0, 3) ?? [];
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="in-person" className="measure pt-14 md:pt-20">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4 md:mb-10">
        <h2 id="in-person" className="display text-display-lg">
          Next events
        </h2>
        <LinkButton to={paths.events()} variant="outline">
          See all events
        </LinkButton>
      </div>
      <ul className="grid gap-10 sm:grid-cols-3 sm:gap-8">
        {events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} sizes="(min-width: 40rem) 30vw, 92vw" />
          </li>
        ))}
      </ul>
    </section>
  );
}

export const page: PageModule = {
  Component: LivePage,
  load: async ({ search, read }) => {
    const lists = await read(streamsQuery());
    const named = search.get("stream");
    const id = named === null ? leadOf(lists)?.id : readId(named);
    await Promise.all([read(eventsQuery()), id !== undefined && read(streamQuery(id))]);
  },
};
