import { useQuery } from "@tanstack/react-query";
import { paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { ProductRow } from "./product-row.tsx";
import { eventProductsQuery, shopRowQuery } from "./queries.ts";

/** On the home page: the first products of the shop. */
export function ShopStrip() {
  const { data } = useQuery(shopRowQuery());
  if (!data) return null;
  return (
    <ProductRow
      id="shop-strip"
      title="From the shop"
      products={data.items}
      action={
        <LinkButton to={paths.shop()} variant="outline" className="mb-1">
          See the shop
        </LinkButton>
      }
    />
  );
}

/** On an event's page: what belongs to it. */
export function EventProducts({ eventId }: { eventId: number }) {
  const { data } = useQuery(eventProductsQuery(eventId));
  return data && <ProductRow id="event-products" title="Wear it there" products={data.items} />;
}
