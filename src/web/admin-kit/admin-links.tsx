import { clsx } from "clsx";
import { Link } from "#web/lib/router.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { ArrowLeft } from "lucide-react";

/** The address of an order's page for staff. */
export const orderAddress = (id: string) => withQuery(paths.ticketManagement(), { order: id });

/** The URL of an event's hub, at one of its tabs; without one, its overview. `more` is what the tab's list reads. */
export const hubPath = (id: number, tab?: string, more: Record<string, string | number | undefined> = {}) =>
  withQuery("/admin", { section: "events", id, tab, ...more });

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

/** A link from one row back to its list. */
export function WayUp({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-flex min-h-9 items-center gap-2 text-sm font-semibold text-muted hover:text-ink">
      <ArrowLeft className="size-4" />
      {children}
    </Link>
  );
}
