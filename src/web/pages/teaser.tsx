import { useSuspenseQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { InterestTopic } from "#contract/interest.ts";
import { EventCard } from "#web/features/events/event-card.tsx";
import { eventsQuery } from "#web/features/events/queries.ts";
import { AskForm } from "#web/features/interest/ask-form.tsx";
import { LinkAnswer, Said, mailedLinkIn } from "#web/features/interest/link-answer.tsx";
import type { PageModule } from "#web/lib/page.ts";
import { paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Page } from "#web/ui/page.tsx";
import { TeaserSign } from "./teaser-sign.tsx";

type TeaserProps = {
  topic: InterestTopic;
  title: string;
  headline: string;
  text: string;
  description: string;
};

/** Placeholder for a section that isn't open yet: offers an email when it opens and links to upcoming events. */
function Teaser({ topic, title, headline, text, description }: TeaserProps) {
  const [search] = useSearchParams();
  const link = mailedLinkIn(search);
  const hasLeft = search.has("left");
  const { data } = useSuspenseQuery(eventsQuery());
  const events = data.items.slice(0, 3);

  return (
    <Page meta={{ title, description, canonical: `/${topic}`, hidden: link !== undefined || hasLeft }}>
      <section className="relative isolate border-b border-line bg-panel md:overflow-hidden">
        <TeaserSign topic={topic} />
        <div className="measure grid content-end gap-6 pt-8 pb-14 md:min-h-[min(46rem,72dvh)] md:py-20">
          <p className="eyebrow text-gilt">{title} · coming soon</p>
          <h1 className="display max-w-[9ch] text-display-xl font-black">{headline}</h1>
          <p className="max-w-[42ch] text-lg text-muted">{text}</p>
          <div className="pt-2">
            {link ? (
              <LinkAnswer key={`${link.step} ${link.id}`} link={link} />
            ) : hasLeft ? (
              <Said title="You're unsubscribed">We won't email you about this again.</Said>
            ) : (
              <AskForm topic={topic} />
            )}
          </div>
        </div>
      </section>
      {events.length > 0 && (
        <section aria-labelledby="meanwhile" className="measure pt-14 md:pt-20">
          <div className="mb-6 flex flex-wrap items-end justify-between gap-4 md:mb-10">
            <h2 id="meanwhile" className="display text-display-lg">
              Upcoming events
            </h2>
            <LinkButton to={paths.events()} variant="outline">
              See upcoming events
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
      )}
    </Page>
  );
}

/** The page of a section that isn't open yet. */
export const teaserPage = (teaser: TeaserProps): PageModule => ({
  Component: () => <Teaser {...teaser} />,
  load: async ({ read }) => void (await read(eventsQuery())),
});
