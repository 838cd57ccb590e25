import { useQuery } from "@tanstack/react-query";
import { Images } from "lucide-react";
import { Suspense } from "react";
import { Link } from "#web/lib/router.ts";
import { dateParts } from "#web/lib/dates.ts";
import { type CommunityFilter, paths } from "#web/lib/paths.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { eventPhases } from "../labels.ts";
import { headlineQuery, type TopicEvent } from "../queries.ts";

const GoingStrip = lazyPart(null, async () => (await import("../going/going.tsx")).GoingStrip);

type FeedHeroProps = {
  filter: CommunityFilter;
  /** The event that the posts are about. */
  topic: TopicEvent | undefined;
  /** The name of the member whose posts are shown. */
  author: string | undefined;
  /** The event that comes next. */
  next: TopicEvent | undefined;
};

/** The community's headline with the event that comes next, or the event that the posts are about. */
export function FeedHero({ filter, topic, author, next }: FeedHeroProps) {
  return (
    <header className="relative isolate overflow-hidden border-b border-line bg-panel">
      <div aria-hidden="true" className="scales absolute inset-0 -z-10" />
      <div className="measure grid gap-6 py-7 md:grid-cols-[minmax(0,1fr)_auto] md:items-end md:gap-12 md:pt-14 md:pb-12">
        {topic ? (
          <>
            <AboutEvent topic={topic} />
            <EventPicture eventId={topic.event.id} className="aspect-4/5 w-52 rounded-lg shadow-lift max-md:hidden" />
          </>
        ) : (
          <>
            <AboutAll filter={filter} author={author} />
            {next && <NextEvent topic={next} />}
          </>
        )}
      </div>
    </header>
  );
}

function EventPicture({ eventId, className }: { eventId: number; className: string }) {
  const { data } = useQuery(headlineQuery(eventId));
  return data ? <Poster poster={data.poster} sizes="13rem" decorative className={className} /> : null;
}

function AboutAll({ filter: { topic }, author }: Pick<FeedHeroProps, "filter" | "author">) {
  return (
    <div>
      <p className="eyebrow mb-3 text-gilt md:mb-4">Community</p>
      <h1 className="display max-w-[12ch] text-display-xl font-black wrap-break-word">
        {author !== undefined ? author : topic === "photos" ? "Caught on camera" : "The night goes on here"}
      </h1>
      <p className="mt-4 max-w-[46ch] text-muted md:mt-5 md:text-lg">
        {author !== undefined
          ? "Everything they posted, newest first."
          : topic === "photos"
            ? "Every post with a picture, from the first look to last call."
            : "Plans before, photos after, and the people you danced next to. Pull up a chair."}
      </p>
    </div>
  );
}

/** The event that comes next, as a card beside the headline; a phone shows posts instead. */
function NextEvent({ topic: { event, phase, postCount } }: { topic: TopicEvent }) {
  const { weekday, month, day } = dateParts(event.startsAt, event.timeZone);
  return (
    <aside
      aria-label="Next event"
      className="group relative grid w-[24rem] grid-cols-[8.5rem_minmax(0,1fr)] overflow-hidden rounded-lg border border-line bg-page shadow-lift max-md:hidden"
    >
      <EventPicture eventId={event.id} className="h-full min-h-44" />
      <div className="col-start-2 grid content-center gap-1.5 border-l-2 border-dashed border-line p-6">
        <p className="eyebrow text-gilt">{phase === "during" ? "Happening now" : `${weekday}, ${month} ${day}`}</p>
        <p className="display text-display-sm wrap-break-word md:text-display-md">
          <Link
            to={paths.community({ event: event.id })}
            className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-gold group-hover:decoration-3 group-hover:underline-offset-4"
          >
            {event.title}
          </Link>
        </p>
        <p className="text-sm text-muted">
          {postCount > 0 ? "See who's going and what they're saying" : "Say you're coming"}
        </p>
      </div>
    </aside>
  );
}

function AboutEvent({ topic: { event, phase } }: { topic: TopicEvent }) {
  const { weekday, month, day, year } = dateParts(event.startsAt, event.timeZone);
  return (
    <div className="grid gap-5">
      <div>
        <p className="eyebrow mb-3 text-gilt md:mb-4">
          {eventPhases[phase]} · {weekday}, {month} {day}, {year}
        </p>
        <h1 className="display max-w-[16ch] text-display-lg font-black wrap-break-word">{event.title}</h1>
      </div>
      <div className="flex flex-wrap gap-2">
        <LinkButton to={paths.event(event)}>{phase === "after" ? "See the recap" : "See the event"}</LinkButton>
        {phase !== "before" && (
          <LinkButton variant="outline" to={paths.community({ photos: event.id })}>
            <Images className="size-5" /> Photo wall
          </LinkButton>
        )}
      </div>
      {phase === "before" && (
        <Suspense>
          <GoingStrip eventId={event.id} />
        </Suspense>
      )}
    </div>
  );
}
