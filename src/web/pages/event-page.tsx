import { useSuspenseQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Suspense, useEffect } from "react";
import { useNavigate, useParams, useSearchParams } from "#web/lib/router.ts";
import type { EventDetail } from "#contract/events/events.ts";
import { canAddTickets, useAddTickets } from "#web/features/carts/add-to-cart.ts";
import { EventDetails, EventHero } from "#web/features/events/event-hero.tsx";
import { EventJsonLd } from "#web/features/events/event-json-ld.tsx";
import { EventStory, RelatedEventsSection } from "#web/features/events/event-story.tsx";
import { EventTools } from "#web/features/events/event-tools.tsx";
import { PastNote, StatusBanner } from "#web/features/events/status-banner.tsx";
import { eventQuery, relatedQuery } from "#web/features/events/queries.ts";
import { useIsOver } from "#web/features/events/event-badge.tsx";
import { EventSignupLink } from "#web/features/reminders/remind-me.tsx";
import { checkoutAddress } from "#web/features/orders/checkout-query.ts";
import { OwnStrip, readOwnStrip } from "#web/features/orders/own-strip.tsx";
import { eventProductsQuery, ifReadable } from "#web/features/shop/queries.ts";
import { BuyBar } from "#web/features/tickets/buy-bar.tsx";
import { linesOf, usePicks } from "#web/features/tickets/picks.ts";
import { TicketPicker } from "#web/features/tickets/ticket-picker.tsx";
import { useAccessCode } from "#web/features/tickets/use-access-code.ts";
import { type PageModule, redirectTo } from "#web/lib/page.ts";
import { paths, readId, withQuery } from "#web/lib/paths.ts";
import { storePromo, readPromo, readCode } from "#web/lib/offers.ts";
import { track } from "#web/lib/track.ts";
import { useHydrated } from "#web/lib/use-now.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Page } from "#web/ui/page.tsx";

const EventProducts = lazyPart(
  "The shop",
  async () => (await import("#web/features/shop/shop-strips.tsx")).EventProducts,
);

const EventCommunity = lazyPart(
  null,
  async () => (await import("#web/features/community/going/going.tsx")).EventCommunity,
);

/** How often the page refreshes ticket availability while it is open. */
const availabilityMs = 15_000;

/** Up to this many ticket types, the picker fits a desktop screen and can be sticky. */
const fewTypes = 2;

function EventPage() {
  const id = readId(useParams().id);
  const { accessCode, reveal } = useAccessCode(id);
  const { data: event } = useSuspenseQuery({
    ...eventQuery(id, accessCode),
    staleTime: availabilityMs,
    refetchInterval: availabilityMs,
  });
  const { picks, pick } = usePicks(event);
  const promo = usePromo(event.id);
  const navigate = useNavigate();
  const isOver = useIsOver(event);
  const isSold = !isOver && event.status === "on";

  useEffect(() => track.eventView(event.id, event.title), [event.id, event.title]);

  function checkout() {
    if (Object.values(picks).some(({ quantity, isUnclear }) => quantity > 0 && isUnclear)) {
      document.querySelector<HTMLElement>("#tickets [aria-invalid=true]")?.focus();
      return;
    }
    track.ticketClick(event.id, event.title);
    void navigate(checkoutAddress(event, linesOf(event.ticketTypes, picks), { accessCode, promo }));
  }

  const addTickets = useAddTickets((typeId) => pick(typeId, { quantity: 0 }));
  const lines = linesOf(event.ticketTypes, picks);
  // A cart knows no access codes.
  const onAdd = accessCode === undefined && canAddTickets(lines) ? () => void addTickets(lines) : undefined;

  const side = (
    <div
      className={clsx(
        "lg:order-2 lg:self-start",
        (event.ticketTypes.length <= fewTypes || !isSold) &&
          "[@media(width>=64rem)_and_(height>=50rem)]:sticky lg:top-24",
      )}
    >
      {!isSold ? (
        <PastNote event={event} />
      ) : (
        <TicketPicker
          event={event}
          picks={picks}
          onPick={pick}
          accessCode={accessCode}
          onReveal={reveal}
          onCheckout={checkout}
          onAdd={onAdd}
          promo={promo}
        />
      )}
    </div>
  );

  return (
    <Page meta={eventMeta(event)}>
      <EventJsonLd event={event} />
      <OwnStrip eventId={event.id} />
      <article>
        <EventHero event={event} />
        <StatusBanner event={event} />
        <EventSignupLink />
        <div className="measure">
          <EventDetails event={event} />
          <EventTools event={event} canCome={!isOver && event.status === "on"} />
          <div className="grid grid-cols-1 gap-14 pt-10 pb-16 lg:grid-cols-[minmax(0,1fr)_min(26rem,50%)] lg:gap-20 lg:pt-14">
            {!isOver && side}
            <EventStory event={event} isOver={isOver} />
            {isOver && side}
          </div>
        </div>
        {isSold && <BuyBar event={event} picks={picks} onCheckout={checkout} onAdd={onAdd} />}
      </article>
      {event.status === "on" && (
        <Suspense>
          <EventCommunity eventId={event.id} isOver={isOver} />
        </Suspense>
      )}
      <Suspense>
        <EventProducts eventId={event.id} />
      </Suspense>
      <RelatedEventsSection event={event} />
    </Page>
  );
}

/** The promo code from this link or an earlier one in this visit. Only after first paint, which is the same for all. */
function usePromo(eventId: number): string | undefined {
  const [search] = useSearchParams();
  const linked = readCode(search.get("promo"));
  const isHydrated = useHydrated();
  useEffect(() => {
    if (linked) storePromo(eventId, linked);
  }, [eventId, linked]);
  return isHydrated ? (linked ?? readPromo(eventId)) : undefined;
}

const eventMeta = (event: EventDetail) => ({
  title: event.seo.title ?? event.title,
  description: event.seo.description ?? event.summary,
  canonical: paths.event(event),
  image: paths.feeds.social(event),
  imageAlt: `${event.title}. ${event.poster.alt}`,
  kind: "article" as const,
});

export const page: PageModule = {
  Component: EventPage,
  load: async ({ params, search, user, read }) => {
    const id = readId(params.id);
    const [event] = await Promise.all([
      read(eventQuery(id)),
      read(relatedQuery(id)),
      ifReadable(read(eventProductsQuery(id))),
      readOwnStrip({ user, read }),
    ]);
    // Keep the query: it may hold a promo code or a promoter code.
    if (params.slug !== event.slug) throw redirectTo(withQuery(paths.event(event), Object.fromEntries(search)));
  },
};
