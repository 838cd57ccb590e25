import { Link } from "react-router";
import { paths, withQuery } from "#web/lib/paths.ts";

/** Where staff find everything about an order. */
export const orderAddress = (id: string) => withQuery(paths.ticketManagement(), { order: id });

/** An order's number, which leads to its page. It stands above the link that a whole row is. */
export function OrderLink({ order }: { order: { id: string; number: string } }) {
  return (
    <Link
      to={orderAddress(order.id)}
      className="relative z-10 whitespace-nowrap tabular-nums underline decoration-edge underline-offset-3 hover:decoration-current"
    >
      {order.number}
    </Link>
  );
}
