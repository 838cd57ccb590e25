import { Suspense, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { openAuth } from "#web/lib/auth-events.ts";
import { Button } from "#web/ui/button.tsx";
import { formatUntil } from "./words.ts";
import { lazyDialog } from "#web/ui/lazy-part.tsx";

const ReturnDialog = lazyDialog("The form", async () => (await import("./return-dialog.tsx")).ReturnDialog);

/** Lets buyers return tickets by themselves while the terms of their order, or an offer since, allow it. */
export function ReturnTickets({ order, linkKey }: { order: Order; linkKey: string | undefined }) {
  const { user } = useUser();
  const [isOpen, setOpen] = useState(false);
  const { until, withFees, ticketIds } = order.returns;
  if (until === null || ticketIds.length === 0) return null;
  const zone = order.event?.timeZone ?? "UTC";
  return (
    <section aria-labelledby="returns" className="rounded-lg border border-line bg-panel p-5">
      <h2 id="returns" className="eyebrow mb-2 text-gilt">
        Cannot come?
      </h2>
      <p className="mb-4 text-muted">
        You can return tickets until {formatUntil(until, zone)}
        {order.totalCents > 0 && (withFees ? ", fees included" : ", without the fees")}.
      </p>
      {user ? (
        <Button variant="outline" onClick={() => setOpen(true)}>
          Return tickets
        </Button>
      ) : (
        <Button variant="outline" onClick={() => openAuth()}>
          Sign in to return tickets
        </Button>
      )}
      <Suspense fallback={null}>
        {isOpen && <ReturnDialog order={order} linkKey={linkKey} onClose={() => setOpen(false)} />}
      </Suspense>
    </section>
  );
}
