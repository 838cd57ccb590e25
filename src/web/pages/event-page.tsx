import { useSuspenseQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router";
import type { EventDetail } from "#contract/events.ts";
import { EventFacts } from "#web/features/events/event-facts.tsx";
import { EventHero } from "#web/features/events/event-hero.tsx";
import { EventJsonLd } from "#web/features/events/event-json-ld.tsx";
import { EventStory } from "#web/features/events/event-story.tsx";
import { PastNote } from "#web/features/events/past-note.tsx";
import { eventQuery } from "#web/features/events/queries.ts";
import { useIsOver } from "#web/features/events/use-is-over.ts";
import { checkoutAddress } from "#web/features/orders/checkout-query.ts";
import { BuyBar } from "#web/features/tickets/buy-bar.tsx";
import { linesOf } from "#web/features/tickets/picks.ts";
import { TicketPicker } from "#web/features/tickets/ticket-picker.tsx";
import { usePicks } from "#web/features/tickets/use-picks.ts";
import { type PageModule, redirectTo } from "#web/lib/page.ts";
import { paths } from "#web/lib/paths.ts";
import { track } from "#web/lib/track.ts";
import { Page } from "#web/ui/page.tsx";

/** How often the page looks whether tickets are still there, while somebody looks at the page. */
const availabilityMs = 15_000;

/** Up to so many types the picker fits a desk's screen and can stay in view. */
const fewTypes = 3;

function EventPage() {
  const { id = "" } = useParams();
  const [accessCode, setAccessCode] = useState<string>();
  const { data: event } = useSuspenseQuery({
    ...eventQuery(id, accessCode),
    staleTime: availabilityMs,
    refetchInterval: availabilityMs,
  });
  const { picks, pick } = usePicks(event.id);
  const navigate = useNavigate();
  const isOver = useIsOver(event);

  useEffect(() => track.eventView(event.id, event.title), [event.id, event.title]);

  function checkout() {
    if (Object.values(picks).some(({ quantity, isUnclear }) => quantity > 0 && isUnclear)) {
      document.querySelector<HTMLElement>("#tickets [aria-invalid=true]")?.focus();
      return;
    }
    track.ticketClick(event.id, event.title);
    void navigate(checkoutAddress(event, linesOf(event.ticketTypes, picks), accessCode));
  }

  return (
    <Page meta={eventMeta(event)}>
      <EventJsonLd event={event} />
      <article>
        <EventHero event={event} />
        <div className="measure">
          <EventFacts event={event} />
          <div className="grid grid-cols-1 gap-14 pt-10 pb-16 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-20 lg:pt-14">
            <div
              className={clsx(
                "lg:order-2 lg:self-start",
                event.ticketTypes.length <= fewTypes && "lg:sticky lg:top-24",
              )}
            >
              {isOver ? (
                <PastNote event={event} />
              ) : (
                <TicketPicker
                  event={event}
                  picks={picks}
                  onPick={pick}
                  accessCode={accessCode}
                  onReveal={setAccessCode}
                  onCheckout={checkout}
                />
              )}
            </div>
            <EventStory event={event} />
          </div>
        </div>
        {!isOver && <BuyBar event={event} picks={picks} onCheckout={checkout} />}
      </article>
    </Page>
  );
}

const eventMeta = (event: EventDetail) => ({
  title: event.title,
  description: event.summary,
  canonical: paths.event(event.id, event.slug),
  image: paths.posters.social(event.poster.key),
  imageAlt: event.poster.alt,
  kind: "article" as const,
});

export const page: PageModule = {
  Component: EventPage,
  load: async ({ params, read }) => {
    const event = await read(eventQuery(params.id ?? ""));
    if (params.slug !== event.slug) throw redirectTo(paths.event(event.id, event.slug));
  },
};
