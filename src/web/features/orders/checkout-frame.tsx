import { clsx } from "clsx";
import type { ReactNode } from "react";
import { eventDate } from "#web/lib/dates.ts";
import { Poster, type PosterPicture } from "#web/ui/poster.tsx";
import type { EventStatus } from "#contract/events/events.ts";
import type { OrderDelivery } from "#contract/delivery/of-order.ts";
import type { Quote } from "#contract/orders/orders.ts";
import { formatMoney } from "#web/lib/money.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { listMethods, methodsFor } from "#contract/payments/methods.ts";
import { useSite } from "#web/lib/site.ts";

type OrderedEvent = {
  title: string;
  startsAt: string;
  timeZone: string;
  status: EventStatus;
  venue?: { name: string; city: string } | undefined;
  poster?: PosterPicture | undefined;
};

type CheckoutFrameProps = {
  headline: string;
  event: OrderedEvent | null;
  /** Pictures of what is bought, where there is no event. */
  pictures?: PosterPicture[];
  sums: ReactNode;
  children: ReactNode;
};

/** The checkout's two parts: the form on the left, the order as a ticket on the right. On a phone the ticket comes first. */
export function CheckoutFrame({ headline, event, pictures = [], sums, children }: CheckoutFrameProps) {
  return (
    <div className="measure flex max-w-6xl! flex-col gap-6 py-6 md:py-14 lg:grid lg:grid-cols-[minmax(0,1fr)_min(25rem,50%)] lg:gap-x-20 lg:gap-y-8">
      <h1 className="display text-display-lg lg:col-span-2">{headline}</h1>
      <aside aria-label="Your order" className="lg:order-2">
        <div className="overflow-hidden rounded-lg border border-line bg-panel lg:sticky lg:top-24">
          {event && (
            <div className="flex gap-4 bg-raised p-4">
              {event.poster && (
                <Poster poster={event.poster} sizes="5rem" decorative className="aspect-4/5 w-20 shrink-0 rounded-sm" />
              )}
              <div className="min-w-0 self-center">
                <p className="display text-display-sm">{event.title}</p>
                <p className="mt-1.5 text-sm text-balance text-muted">
                  {eventDate(event)}
                  {event.venue && (
                    <>
                      <br />
                      {event.venue.name}, {event.venue.city}
                    </>
                  )}
                </p>
              </div>
            </div>
          )}
          {pictures.length > 0 && (
            <div className="flex gap-2 overflow-hidden bg-raised p-4">
              {pictures.map((picture, index) => (
                <Poster
                  key={index}
                  poster={picture}
                  sizes="4rem"
                  decorative
                  className="aspect-4/5 w-16 shrink-0 rounded-sm"
                />
              ))}
            </div>
          )}
          <div className="perforation p-5">{sums}</div>
        </div>
      </aside>
      {/* On a phone these are children of the frame, so that the pay bar stays pinned for all of it. */}
      <div className="contents content-start gap-6 lg:grid lg:max-w-xl lg:grid-cols-1">{children}</div>
    </div>
  );
}

/**
 * Around the button that leads to paying. On a phone it is pinned to the bottom of the screen, and the bottom navigation
 * is hidden while it is there (`header.tsx`).
 */
export const PayBar = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div
    data-bar="pay"
    className={clsx(
      "max-lg:sticky max-lg:bottom-0 max-lg:z-30 max-lg:order-last max-lg:-mx-(--measure-margin) max-lg:border-t max-lg:border-line max-lg:bg-panel/96 max-lg:px-(--measure-margin) max-lg:pt-2.5 max-lg:pb-[max(0.625rem,env(safe-area-inset-bottom))] max-lg:backdrop-blur-md",
      className,
    )}
  >
    {children}
  </div>
);

type OrderSumsProps = Partial<Pick<Quote, "discountCents" | "promoCode" | "taxCents" | "shippingCents">> & {
  /** How it is delivered: free shipping is shown, a pickup isn't. */
  delivery?: Pick<OrderDelivery, "method"> | null | undefined;
  /** False while shipping or tax can still be added. */
  isFinal?: boolean;
} & Pick<Quote, "totalCents" | "currency"> & {
    lines: (Pick<Quote["lines"][number], "name" | "quantity" | "totalCents" | "feeCents"> & {
      /** The date of its event, where the order is for several. */
      date?: string | undefined;
    })[];
  };

/** The order's lines and total. Every price includes its fees; the sum of the fees is shown once. */
export function OrderSums({
  lines,
  discountCents = 0,
  promoCode,
  shippingCents = 0,
  taxCents = 0,
  delivery,
  isFinal = true,
  totalCents,
  currency,
}: OrderSumsProps) {
  const money = (cents: number) => formatMoney(cents, currency);
  const feeCents = lines.reduce((sum, line) => sum + line.feeCents, 0);
  return (
    <>
      <DataList
        items={[
          ...lines.map(({ quantity, name, date, totalCents: lineCents }) => ({
            term: (
              <span className="text-pretty wrap-anywhere">
                {/* A right-to-left name keeps its quantity on its left. */}
                {quantity} × <bdi>{name}</bdi>
                {date && <span className="block text-sm text-muted">{date}</span>}
              </span>
            ),
            detail: money(lineCents),
          })),
          discountCents > 0 && {
            term: promoCode ? `Code ${promoCode}` : "Discount",
            detail: `−${money(discountCents)}`,
          },
          (shippingCents > 0 || delivery?.method === "ship") && {
            term: "Shipping",
            detail: shippingCents > 0 ? money(shippingCents) : "Free",
          },
          taxCents > 0 && { term: "Tax", detail: money(taxCents) },
          { term: isFinal ? "Total" : "Total before shipping and tax", detail: money(totalCents), strong: true },
        ]}
      />
      {feeCents > 0 && <p className="mt-2 text-sm text-muted">incl. {money(feeCents)} fees</p>}
    </>
  );
}

type HoldSentenceProps = { what: "tickets" | "order"; amountCents: number; currency: string };

/** Before a buyer leaves for the payment page: how long the order is on hold, and what they can pay with there. */
export function HoldSentence({ what, ...due }: HoldSentenceProps) {
  const methods = methodsFor(useSite().settings.paymentMethods, due);
  return (
    <>
      We hold your {what} for 10 minutes (3 when demand is high) while you pay on a secure page
      {methods.length > 0 && ` by ${listMethods(methods)}`}.{" "}
    </>
  );
}
