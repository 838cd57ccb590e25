import { useSuspenseQuery } from "@tanstack/react-query";
import { useSearchParams } from "#web/lib/router.ts";
import type { WaitlistTopic } from "#contract/reminders.ts";
import { EventCard } from "#web/features/events/event-card.tsx";
import { eventsQuery } from "#web/features/events/queries.ts";
import { AskForm } from "#web/features/reminders/ask-form.tsx";
import { LinkAnswer, Said } from "#web/features/reminders/link-answer.tsx";
import { mailedLinkIn } from "#web/features/reminders/mailed-link.ts";
import { paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Page } from "#web/ui/page.tsx";
import type { ReactNode } from "react";

/** One illustration per section: a closed shop shutter, a TV test card, a ring of empty chairs. */
function TeaserSign({ topic }: { topic: WaitlistTopic }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="120 0 600 720"
      preserveAspectRatio="xMidYMid slice"
      className="pointer-events-none block overflow-hidden h-[46vw] max-h-72 w-full md:absolute md:overflow-visible md:inset-y-0 md:right-0 md:-z-10 md:h-full md:max-h-none md:w-[46%]"
    >
      {signs[topic]}
    </svg>
  );
}

const gold = "#c9a24b";
const count = (length: number) => Array.from({ length }, (_, index) => index);

/** A slatted shutter, slightly open, with light coming out below. */
const shutter = (
  <>
    <rect x="120" y="0" width="600" height="720" className="fill-night" />
    {count(13).map((row) => (
      <g key={row}>
        <rect x="120" y={row * 44} width="600" height="40" fill={gold} opacity={0.96 - row * 0.035} />
        <rect x="120" y={row * 44 + 30} width="600" height="10" className="fill-night" opacity="0.22" />
      </g>
    ))}
    <rect x="120" y="572" width="600" height="16" className="fill-night" />
    <rect x="374" y="560" width="92" height="24" rx="12" className="fill-night" />
    <path d="M120 588H720V720H40Z" fill="#ffab52" />
    <path d="M120 588H720V640H88Z" fill="#f4ecdc" opacity="0.85" />
    <path
      d="M330 210l58-30q32 34 64 0l58 30 34 92-54 18-12-30v150H362V290l-12 30-54-18z"
      className="fill-night"
      opacity="0.9"
    />
  </>
);

const bars = ["#f4ecdc", "#c9a24b", "#4cc9ba", "#0b655c", "#ff7a98", "#a91541", "#15120e"];

/** A TV test card: nothing is on. */
const testPicture = (
  <>
    {bars.map((color, index) => (
      <rect key={color} x={104 + index * 88} y="0" width="89" height="500" fill={color} />
    ))}
    {bars.toReversed().map((color, index) => (
      <rect key={color} x={104 + index * 88} y="500" width="89" height="70" fill={color} />
    ))}
    <rect x="104" y="570" width="616" height="150" className="fill-night" />
    <circle cx="412" cy="300" r="196" className="fill-night" />
    <circle cx="412" cy="300" r="176" fill="none" stroke="#f4ecdc" strokeWidth="3" />
    {count(24).map((tick) => (
      <rect
        key={tick}
        x="409"
        y="132"
        width="6"
        height="26"
        fill="#f4ecdc"
        transform={`rotate(${tick * 15} 412 300)`}
      />
    ))}
    <circle cx="412" cy="300" r="34" fill="#ff7a98" />
    {[-90, 90].map((angle) => (
      <path
        key={angle}
        d="M356 300a56 56 0 0 1 112 0M324 300a88 88 0 0 1 176 0"
        fill="none"
        stroke="#ff7a98"
        strokeWidth="12"
        transform={`rotate(${angle} 412 300)`}
      />
    ))}
  </>
);

const colors = ["#c9a24b", "#ff7a98", "#4cc9ba", "#f4ecdc", "#ffab52"];
const seats = [...colors, ...colors, "#c9a24b", "#4cc9ba"];

/** A round table from above with empty chairs around it. */
const table = (
  <g transform="translate(430 372)">
    {seats.map((color, index) => (
      <g key={index} transform={`rotate(${index * 30})`}>
        <rect x="-58" y="-348" width="116" height="96" rx="30" fill={color} />
        <rect x="-66" y="-366" width="132" height="34" rx="17" fill={color} />
        <rect x="-66" y="-366" width="132" height="34" rx="17" className="fill-night" opacity="0.28" />
      </g>
    ))}
    <circle r="228" className="fill-night" />
    <circle r="228" fill="none" stroke={gold} strokeWidth="4" />
    <circle r="204" fill="none" stroke={gold} strokeWidth="1.5" />
    {seats.map((color, index) => (
      <g key={index} transform={`rotate(${index * 30})`}>
        <circle cy="-158" r="30" fill="none" stroke="#f4ecdc" strokeWidth="3" />
        <circle cy="-158" r="20" fill={color} opacity="0.9" />
      </g>
    ))}
    <circle r="74" fill={gold} />
    <path
      d="M-34-10a34 34 0 0 1 68 0c0 24-18 34-34 34-6 0-11-1-16-3l-20 9 6-17c-3-5-4-13-4-23z"
      className="fill-night"
    />
  </g>
);

const signs: Record<WaitlistTopic, ReactNode> = { shop: shutter, live: testPicture, community: table };

const texts: Record<WaitlistTopic, { title: string; headline: string; text: string; description: string }> = {
  shop: {
    title: "Shop",
    headline: "The shop opens soon",
    text: "We'll sell Savage Gentlemen merch on this page. Until then, come see us at an event.",
    description: "The Savage Gentlemen shop isn't open yet. Get an email when it opens.",
  },
  live: {
    title: "Live",
    headline: "Nothing live yet",
    text: "Our live streams will play on this page. There's nothing to watch yet, but plenty to attend.",
    description: "Savage Gentlemen live streams will play here. Nothing is live yet.",
  },
  community: {
    title: "Community",
    headline: "We're setting up the room",
    text: "Fans will talk and share photos here. It isn't open yet, but an account you create today will work here too.",
    description: "The Savage Gentlemen community isn't open yet.",
  },
};

/**
 * What a section shows while it has nothing, and where the links of its emails lead: offers an email when it opens, and
 * links to upcoming events.
 */
export function Teaser({ topic }: { topic: WaitlistTopic }) {
  const { title, headline, text, description } = texts[topic];
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
              <Said title="You're unsubscribed">We won't email you about this unless you sign up again.</Said>
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
