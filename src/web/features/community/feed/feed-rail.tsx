import { Link } from "#web/lib/router.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { openAuth } from "#web/lib/auth-events.ts";
import { dateParts } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { countOf } from "../labels.ts";
import type { TopicEvent } from "../queries.ts";

/** Beside the posts on a wide screen: what is on, photo walls, and the rules. */
export function FeedRail({ topics, shown }: { topics: TopicEvent[]; shown: number | undefined }) {
  const { isAuthenticated } = useUser();
  const coming = topics
    .filter(({ phase, event }) => phase !== "after" && event.id !== shown)
    .toSorted((a, b) => Date.parse(a.event.startsAt) - Date.parse(b.event.startsAt))
    .slice(0, 3);
  const walls = topics
    .filter(({ phase }) => phase !== "before")
    .toSorted((a, b) => Date.parse(b.event.startsAt) - Date.parse(a.event.startsAt))
    .slice(0, 4);
  return (
    <aside aria-label="More in the community" className="max-lg:mt-14 max-lg:border-t max-lg:border-line max-lg:pt-8">
      <div className="grid gap-10 lg:sticky lg:top-24">
        {!isAuthenticated && (
          <section className="pinstripe grid justify-items-start gap-3 rounded-lg border border-line bg-panel p-6">
            <p className="display text-display-sm">Were you there?</p>
            <p className="text-sm text-muted">Join free. Every event you check in to becomes a badge on your card.</p>
            <Button
              size="sm"
              onClick={() => openAuth({ tab: "register", redirect: location.pathname + location.search })}
            >
              Join the community
            </Button>
          </section>
        )}
        <EventList
          title="On the way"
          topics={coming}
          addressOf={(id) => paths.community({ event: id })}
          textOf={posts}
        />
        <EventList
          title="Photo walls"
          topics={walls}
          addressOf={(id) => paths.community({ photos: id })}
          textOf={() => "See the photos"}
        />
        <section aria-labelledby="rules" className="grid gap-2 text-sm text-muted">
          <h2 id="rules" className="eyebrow text-ink">
            House rules
          </h2>
          <ol className="grid list-inside list-decimal gap-1 marker:text-gilt">
            <li>Big up people. Don't tear them down.</li>
            <li>Ask before you post someone's face.</li>
            <li>No ticket resale, no scams.</li>
            <li>See something off? Report it.</li>
          </ol>
        </section>
      </div>
    </aside>
  );
}

const posts = ({ postCount, phase }: TopicEvent) =>
  phase === "during" ? "Happening now" : postCount === 0 ? "Start the talk" : countOf(postCount, "post");

type EventListProps = {
  title: string;
  topics: TopicEvent[];
  addressOf: (eventId: number) => string;
  textOf: (topic: TopicEvent) => string;
};

function EventList({ title, topics, addressOf, textOf }: EventListProps) {
  if (topics.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="eyebrow text-ink">{title}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {topics.map((topic) => {
          const { event } = topic;
          const { month, day } = dateParts(event.startsAt, event.timeZone);
          return (
            <li key={event.id}>
              <Link
                to={addressOf(event.id)}
                className="group grid grid-cols-[3rem_minmax(0,1fr)] items-center gap-x-3 py-2.5"
              >
                <span className="display row-span-2 text-center text-2xl leading-none text-gilt">
                  <span className="block text-xs tracking-[0.06em]">{month}</span>
                  {day}
                </span>
                <span className="truncate font-display text-lg leading-tight font-bold uppercase group-hover:underline group-hover:decoration-gold group-hover:decoration-2 group-hover:underline-offset-4">
                  {event.title}
                </span>
                <span className="text-sm text-muted">{textOf(topic)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
