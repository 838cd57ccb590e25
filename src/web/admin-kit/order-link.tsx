import { clsx } from "clsx";
import { Link } from "react-router";
import { orderAddress } from "./admin-addresses.ts";

/** An order's number, linked to its page. It sits above the link that covers the whole row. */
export function OrderLink({ order }: { order: { id: string; number: string } }) {
  return (
    <Link
      to={orderAddress(order.id)}
      className="relative z-10 tabular-nums [td_&]:whitespace-nowrap underline decoration-edge underline-offset-3 hover:decoration-current"
    >
      {order.number}
    </Link>
  );
}

type OrderAndBuyerProps = { order: { id: string; number: string; buyerName: string }; strong?: boolean };

/** An order's number, linked to its page, and the buyer below. */
export function OrderAndBuyer({ order, strong = false }: OrderAndBuyerProps) {
  return (
    <span className="grid">
      <Link
        to={orderAddress(order.id)}
        className={clsx(
          "w-fit tabular-nums [td_&]:whitespace-nowrap underline underline-offset-3",
          strong && "font-semibold",
        )}
      >
        {order.number}
      </Link>
      <span className="text-sm font-normal text-muted wrap-anywhere">{order.buyerName}</span>
    </span>
  );
}
