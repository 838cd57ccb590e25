import type { Cart } from "#contract/carts.ts";
import { paths } from "#web/lib/paths.ts";
import { Callout } from "#web/ui/callout.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { lineName } from "#web/features/carts/use-cart.ts";

/** What has changed since the visitor filled the cart, before they pay. */
export function CartChanges({ cart }: { cart: Cart }) {
  const changes = changesOf(cart);
  if (changes.length === 0) return null;
  return (
    <Callout tone="soon" title="Something in your cart has changed">
      <ul className="grid gap-1">
        {changes.map((change) => (
          <li key={change} className="wrap-anywhere">
            {change}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

/** The checkout of a cart of which nothing can be bought. */
export function NothingInCart({ cart }: { cart: Cart }) {
  return (
    <div role="status" className="measure grid gap-6 py-14">
      <h1 className="display text-display-lg">Checkout</h1>
      <CartChanges cart={cart} />
      <EmptyState
        title="There's nothing to check out"
        text={cart.lines.length === 0 ? "Your cart is empty." : "Nothing in your cart is available right now."}
        action={
          <>
            <LinkButton to={paths.events()}>Events</LinkButton>
            <LinkButton to={paths.shop()} variant="outline">
              Shop
            </LinkButton>
          </>
        }
      />
    </div>
  );
}

/** What has changed since the visitor filled the cart, and what that means for the order: a text for each line. */
export const changesOf = (cart: Pick<Cart, "lines">): string[] =>
  cart.lines.flatMap((line) => {
    const { problemText, buyable, quantity } = line;
    if (problemText === null) return [];
    const text = `${lineName(line)}: ${problemText.charAt(0).toLowerCase()}${problemText.slice(1)}`;
    if (buyable === 0) return [`${text} It isn't part of this order.`];
    return [buyable < quantity ? `${text} We changed your quantity to ${buyable}.` : text];
  });
