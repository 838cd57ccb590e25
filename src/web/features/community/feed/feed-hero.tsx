import { Images } from "lucide-react";
import { Suspense } from "react";
import { dateParts } from "#web/lib/dates.ts";
import { type CommunityFilter, paths } from "#web/lib/paths.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { eventPhases } from "../labels.ts";
import type { TopicEvent } from "../queries.ts";

const GoingStrip = lazyPart(null, async () => (await import("../going/going.tsx")).GoingStrip);

/** The community's headline, or the event that the posts are about. */
export function FeedHero({ filter, topic }: { filter: CommunityFilter; topic: TopicEvent | undefined }) {
  return (
    <header className="relative isolate overflow-hidden border-b border-line bg-panel">
      <div aria-hidden="true" className="scales absolute inset-0 -z-10" />
      <div className="measure grid gap-5 py-7 md:pt-14 md:pb-12">
        {topic ? <AboutEvent topic={topic} /> : <AboutAll filter={filter} />}
      </div>
    </header>
  );
}

function AboutAll({ filter: { topic, author } }: { filter: CommunityFilter }) {
  return (
    <>
      <div>
        <p className="eyebrow mb-3 text-gilt md:mb-4">Community</p>
        <h1 className="display max-w-[12ch] text-display-xl font-black">
          {author !== undefined ? "One voice" : topic === "photos" ? "Caught on camera" : "The night goes on here"}
        </h1>
      </div>
      <p className="max-w-[46ch] text-muted md:text-lg">
        {topic === "photos"
          ? "Every post with a picture, from the first look to last call."
          : "Plans before, photos after, and the people you danced next to. Pull up a chair."}
      </p>
    </>
  );
}

function AboutEvent({ topic: { event, phase } }: { topic: TopicEvent }) {
  const { weekday, month, day, year } = dateParts(event.startsAt, event.timeZone);
  return (
    <>
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
    </>
  );
}
