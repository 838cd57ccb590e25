import { useQuery } from "@tanstack/react-query";
import { ShoppingCart } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Link } from "#web/lib/router.ts";
import type { EventDetail } from "#contract/events/events.ts";
import type { ProductDetail } from "#contract/shop/shop.ts";
import type { StreamOffer } from "#contract/streams/streams.ts";
import { useAddToCart } from "#web/features/carts/add-to-cart.ts";
import { eventQuery } from "#web/features/events/queries.ts";
import { productQuery } from "#web/features/shop/queries.ts";
import { track } from "#web/lib/track.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Poster, type PosterPicture } from "#web/ui/poster.tsx";
import { Select } from "#web/ui/field.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";

/** What the host shows viewers to buy. It goes to the cart in its drawer, over the player. */
export function OfferCard({ offer, streamId }: { offer: StreamOffer; streamId: number }) {
  const onShop = () => track.streamShop(streamId);
  return offer.kind === "product" ? (
    <ProductOffer slug={offer.slug} onShop={onShop} />
  ) : (
    <EventOffer id={offer.id} onShop={onShop} />
  );
}

/** Called when the visitor presses what is for sale. */
type Shops = { onShop: () => void };

/** One of what the offer has: a size, or a type of ticket. */
type Choice = { kind: string; itemId: number; name: string; unitCents: number; currency: string; minimum: number };

function ProductOffer({ slug, onShop }: { slug: string } & Shops) {
  const { data } = useQuery(productQuery(slug));
  if (!data) return <Skeleton className="h-32" />;
  return (
    <Card
      title={data.title}
      productId={data.id}
      onShop={onShop}
      path={paths.product(data)}
      picture={data.pictures[0]}
      choices={variantsOf(data)}
      pick={data.options.length === 1 ? data.options[0]!.name : "Option"}
    />
  );
}

function EventOffer({ id, onShop }: { id: number } & Shops) {
  const { data } = useQuery(eventQuery(id));
  if (!data) return <Skeleton className="h-32" />;
  return (
    <Card
      title={data.title}
      onShop={onShop}
      path={paths.event(data)}
      picture={data.poster}
      choices={ticketsOf(data)}
      pick="Ticket"
    />
  );
}

const variantsOf = ({ variants }: ProductDetail): Choice[] =>
  variants
    .filter(({ status }) => status === "on_sale")
    .map(({ id, options, priceCents, currency }) => ({
      kind: "variant",
      itemId: id,
      name: options.join(" / "),
      unitCents: priceCents,
      currency,
      minimum: 1,
    }));

/** Tickets at a price that the buyer chooses are bought on the event's page. */
const ticketsOf = ({ ticketTypes }: EventDetail): Choice[] =>
  ticketTypes
    .filter(({ status, pricing }) => status === "on_sale" && pricing !== "open")
    .map(({ id, name, priceCents, currency, minPerOrder }) => ({
      kind: "ticket",
      itemId: id,
      name,
      unitCents: priceCents,
      currency,
      minimum: minPerOrder,
    }));

type CardProps = Shops & {
  title: string;
  productId?: number;
  path: string;
  picture: PosterPicture | undefined;
  choices: Choice[];
  /** What has to be chosen, if there are several: "Size". */
  pick: string;
};

function Card({ title, productId, path, picture, choices, pick, onShop }: CardProps) {
  const add = useAddToCart();
  const missingId = useId();
  const select = useRef<HTMLSelectElement>(null);
  const [chosen, setChosen] = useState<number>();
  const [isMissing, setMissing] = useState(false);
  // Nobody gets a size that they didn't choose.
  const choice = choices.length === 1 ? choices[0] : choices.find(({ itemId }) => itemId === chosen);
  const name = pick.toLowerCase();
  const prompt = `Choose ${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;

  function addChoice() {
    onShop();
    if (choice === undefined) {
      setMissing(true);
      select.current?.focus();
      return;
    }
    const { kind, itemId, minimum, unitCents } = choice;
    void add({ kind, itemId, quantity: minimum, unitCents }, { productId });
  }
  return (
    <section aria-label="From the host" className="flex animate-rise gap-4 rounded-md border border-gold bg-panel p-3">
      {picture && (
        <Poster poster={picture} sizes="6rem" decorative className="aspect-4/5 w-20 shrink-0 self-start rounded-sm" />
      )}
      <div className="grid min-w-0 grow content-center gap-2">
        <p className="eyebrow text-gilt">From the host</p>
        <p className="display text-display-sm wrap-break-word">
          {/* With an opener, the new tab knows what this one does: that the visitor came by the stream. */}
          <Link
            to={path}
            target="_blank"
            rel="opener"
            onClick={onShop}
            className="hover:underline hover:decoration-gold"
          >
            {title}
          </Link>
        </p>
        {choices.length > 0 ? (
          <div className="flex flex-wrap items-center gap-2">
            {choices.length > 1 && (
              <Select
                ref={select}
                aria-label={pick}
                aria-invalid={isMissing}
                aria-describedby={isMissing ? missingId : undefined}
                value={chosen ?? ""}
                onChange={(e) => {
                  setChosen(Number(e.target.value));
                  setMissing(false);
                }}
                className="min-w-36 grow"
              >
                <option value="" disabled>
                  {prompt}
                </option>
                {choices.map(({ itemId, name: label, unitCents, currency }) => (
                  <option key={itemId} value={itemId}>
                    {label}, {formatMoney(unitCents, currency)}
                  </option>
                ))}
              </Select>
            )}
            <Button onClick={addChoice}>
              <ShoppingCart className="size-5" />
              {choices.length > 1 || !choice ? "Add" : `Add, ${formatMoney(choice.unitCents, choice.currency)}`}
              <span className="sr-only"> {title} to cart</span>
            </Button>
            {isMissing && (
              <p id={missingId} role="alert" className="basis-full text-sm font-medium text-hibiscus">
                {prompt} first
              </p>
            )}
          </div>
        ) : (
          <p className="text-sm text-muted">Sold out right now.</p>
        )}
      </div>
    </section>
  );
}
