import { useSuspenseQuery } from "@tanstack/react-query";
import { NightCard } from "#web/features/events/night-card.tsx";
import { eventsQuery } from "#web/features/events/queries.ts";
import type { PageModule } from "#web/lib/page.ts";
import { paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Page } from "#web/ui/page.tsx";

export type TeaserProps = { title: string; headline: string; text: string; description: string };

/** A part of the site that is not open yet: says so, says what it will be, and leads to what is open now. */
export function Teaser({ title, headline, text, description }: TeaserProps) {
  const { data } = useSuspenseQuery(eventsQuery());
  const nights = data.items.slice(0, 3);

  return (
    <Page meta={{ title, description }}>
      <section className="pinstripe relative isolate overflow-hidden border-b border-line">
        <p
          aria-hidden="true"
          className="display pointer-events-none absolute right-[-0.04em] -bottom-[0.16em] -z-10 text-[clamp(9rem,33vw,34rem)] leading-[0.8] font-black whitespace-nowrap text-gold/14 select-none"
        >
          {title}
        </p>
        <div className="measure grid min-h-[52dvh] content-end gap-5 py-16 md:py-24">
          <p className="eyebrow text-gilt">{title}</p>
          <h1 className="display max-w-[13ch] text-display-xl">{headline}</h1>
          <p className="max-w-[48ch] text-lg text-muted">{text}</p>
          <div>
            <LinkButton to={paths.events()}>See what is on</LinkButton>
          </div>
        </div>
      </section>
      {nights.length > 0 && (
        <section aria-labelledby="meanwhile" className="measure pt-14">
          <h2 id="meanwhile" className="display mb-6 text-display-md">
            Meanwhile, out there
          </h2>
          <ul className="grid gap-10 sm:grid-cols-3 sm:gap-8">
            {nights.map((event) => (
              <li key={event.id}>
                <NightCard event={event} sizes="(min-width: 40rem) 30vw, 92vw" />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  );
}

export const loadTeaser: NonNullable<PageModule["load"]> = async ({ read }) => {
  await read(eventsQuery());
};
