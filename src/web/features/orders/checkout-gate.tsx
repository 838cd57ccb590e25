import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "#web/lib/router.ts";
import type { EventDetail } from "#contract/events/events.ts";
import { SignInMessage } from "#web/features/accounts/guard.tsx";
import { cartQuery } from "#web/features/carts/queries.ts";
import { eventQuery } from "#web/features/events/queries.ts";
import { openAuth } from "#web/lib/auth-events.ts";
import { formatLongDate } from "#web/lib/dates.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Button } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { Poster, type PosterPicture } from "#web/ui/poster.tsx";
import { CheckoutFrame, OrderSums } from "./checkout-frame.tsx";
import { linesOfCart, sumsOfCart } from "./cart-lines.ts";
import { isCartCheckout, readCheckoutQuery, sumsOf, wantedLines } from "./checkout-query.ts";

type Purchase = {
  event: EventDetail | undefined;
  /** Pictures of what is bought, the event's poster first. */
  pictures: PosterPicture[];
  sums: ReturnType<typeof sumsOf>;
};

/** The selection in the checkout's URL, at current prices; undefined while it loads, and if nothing can be bought. */
function usePurchase(search: URLSearchParams): Purchase | undefined {
  const query = readCheckoutQuery(search);
  const { data: cart } = useQuery({ ...cartQuery(), enabled: isCartCheckout(search) });
  const { data: event } = useQuery({
    ...eventQuery(query?.eventId ?? 0, query?.accessCode),
    enabled: query !== undefined,
  });
  const lines = event && query ? wantedLines(event, query) : [];
  if (cart && linesOfCart(cart).length > 0) {
    return { event: undefined, pictures: cart.lines.map(({ picture }) => picture), sums: sumsOfCart(cart) };
  }
  return event && lines.length > 0 ? { event, pictures: [event.poster], sums: sumsOf(event, lines) } : undefined;
}

const searchOf = (path: string) => new URLSearchParams(path.split("?")[1]);

/** Opens the sign-in dialog, with the order in it if the URL names one. */
const openGate = (redirect: string) =>
  openAuth({ redirect, ...(namesOrder(searchOf(redirect)) && { about: <WantedStrip redirect={redirect} /> }) });

const namesOrder = (search: URLSearchParams) => isCartCheckout(search) || readCheckoutQuery(search) !== undefined;

/** Checkout for a visitor: what they are about to buy stays in view, in the sign-in dialog and behind it. */
export function CheckoutGate({ redirect }: { redirect: string }) {
  const [search] = useSearchParams();
  const selection = usePurchase(search);
  const signIn = () => openGate(redirect);
  useEffect(() => openGate(redirect), [redirect]);

  if (!selection) return <SignInMessage onSignIn={signIn} />;
  return (
    <Page meta={{ title: "Checkout", description: "Sign in or continue as a guest to check out.", hidden: true }}>
      <CheckoutFrame
        headline="Checkout"
        event={selection.event ?? null}
        pictures={selection.event ? [] : selection.pictures.slice(0, 5)}
        sums={<OrderSums {...selection.sums} />}
      >
        <p className="text-lg text-muted">
          Next, sign in or continue as a guest. Then we hold your {selection.event ? "tickets" : "order"} for up to 10
          minutes while you pay.
        </p>
        <Button size="lg" onClick={signIn} className="w-full">
          Continue
        </Button>
      </CheckoutFrame>
    </Page>
  );
}

/** The order in the sign-in dialog: poster, event, lines and total in a few lines. */
function WantedStrip({ redirect }: { redirect: string }) {
  const selection = usePurchase(searchOf(redirect));
  if (!selection) return null;
  const { event, pictures, sums } = selection;
  return (
    <section aria-label="Your order" className="flex items-center gap-4 rounded-md border border-line bg-raised p-3">
      <Poster poster={pictures[0]!} sizes="5rem" decorative className="aspect-4/5 w-16 shrink-0 rounded-sm" />
      <div className="min-w-0 flex-1">
        <p className="display text-lg leading-tight">{event?.title ?? "Your cart"}</p>
        {event && <p className="text-sm text-muted">{formatLongDate(event.startsAt, event.timeZone)}</p>}
        <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-sm wrap-anywhere">
            {sums.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ")}
          </span>
          <span className="ml-auto font-display text-2xl leading-none font-extrabold tabular-nums">
            <span className="sr-only">Total </span>
            {formatMoney(sums.totalCents, sums.currency)}
          </span>
        </p>
      </div>
    </section>
  );
}
