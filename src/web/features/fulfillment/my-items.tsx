import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "#web/lib/router.ts";
import type { MyItems as Own } from "#contract/fulfillment/my-items.ts";
import { QrCode } from "#web/ui/qr-code.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { eventDate } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { useHydrated } from "#web/lib/use-now.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";

const labels: Partial<Record<NonNullable<Own["status"]>, string>> = {
  to_ship: "Packing",
  partly_shipped: "Partly shipped",
  shipped: "Shipped",
  to_pick_up: "Ready to pick up",
  partly_picked_up: "Partly picked up",
  picked_up: "Picked up",
};

/** A person's orders with products, below their tickets: where they are, and the codes to pick them up. */
export function MyItems() {
  const isReady = useHydrated();
  const { data } = useQuery({
    ...apiQuery("GET /api/my-items"),
    enabled: isReady,
    refetchOnMount: "always",
  });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section aria-labelledby="my-items" className="grid gap-3">
      <h2 id="my-items" className="display text-display-md">
        From the shop
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-panel">
        {data.items.map((item) => (
          <Order key={item.order.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Order({ item: { order, what, status, hasDownloads, pickup } }: { item: Own }) {
  const [isOpen, setOpen] = useState(false);
  const label = status === null ? undefined : labels[status];
  return (
    <li className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
          <Link to={paths.paymentSuccess({ order: order.id })} className="font-semibold underline underline-offset-4">
            {what}
          </Link>
          <span className="block text-sm text-muted">
            {[order.number, pickup && `${pickup.event.title}, ${eventDate(pickup.event)}`, hasDownloads && "Downloads"]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </p>
        {label && <Badge>{label}</Badge>}
        {pickup !== null && pickup.code !== null && (
          <Button variant="outline" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Hide pickup code" : "Show pickup code"}
          </Button>
        )}
      </div>
      {isOpen && pickup !== null && pickup.code !== null && (
        <div className="w-full max-w-72 justify-self-center rounded-md bg-[#ffffff] p-2">
          <QrCode code={pickup.code} label={`QR code to pick up order ${order.number}`} />
        </div>
      )}
    </li>
  );
}
