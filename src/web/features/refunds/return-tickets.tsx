import { useBrandZone } from "#web/lib/site.ts";
import { useState } from "react";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { openAuth } from "#web/lib/auth-events.ts";
import { Button } from "#web/ui/button.tsx";
import { formatUntil } from "./labels.ts";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import type { ReturnProps } from "./return-dialog.tsx";

const ReturnDialog = lazyDialog("The refund form", async () => (await import("./return-dialog.tsx")).ReturnDialog);

/** Lets buyers refund tickets themselves, or cancel free ones, while their order's terms, or a later offer, allow it. */
export function ReturnTickets(props: ReturnProps) {
  const { user } = useUser();
  const [isOpen, setOpen] = useState(false);
  const { order } = props;
  const brandZone = useBrandZone();
  const { until, withFees, ticketIds } = order.returns;
  if (until === null || ticketIds.length === 0) return null;
  const isPaid = order.totalCents > 0;
  const zone = order.event?.timeZone ?? brandZone;
  return (
    <section aria-labelledby="returns" className="rounded-lg border border-line bg-panel p-5">
      <h2 id="returns" className="eyebrow mb-2 text-gilt">
        Can't make it?
      </h2>
      <p className="mb-4 text-muted">
        {isPaid ? "You can get a refund until " : "You can cancel your tickets until "}
        {formatUntil(until, zone)}
        {isPaid && (withFees ? ", including fees" : ", excluding fees")}.
      </p>
      <Button variant="outline" onClick={() => (user ? setOpen(true) : openAuth())}>
        {user ? (isPaid ? "Refund tickets" : "Cancel tickets") : `Sign in to ${isPaid ? "refund" : "cancel"} tickets`}
      </Button>
      {isOpen && <ReturnDialog {...props} onClose={() => setOpen(false)} />}
    </section>
  );
}
