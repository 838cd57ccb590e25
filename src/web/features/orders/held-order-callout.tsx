import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Callout } from "#web/ui/callout.tsx";
import { readHeldOrderId } from "./attempt.ts";
import { heldOrderAddress } from "./checkout-query.ts";
import { orderQuery } from "./queries.ts";
import { isHeld } from "./status.ts";

/** Shows returning fans the tickets they already have on hold, so they don't buy them twice. */
export function HeldOrderCallout({ eventId }: { eventId: number }) {
  const [orderId, setOrderId] = useState<string>();
  useEffect(() => setOrderId(readHeldOrderId()), []);
  const { data: order } = useQuery({
    ...orderQuery(orderId ?? ""),
    enabled: orderId !== undefined,
    refetchOnMount: "always",
  });

  if (!order || !isHeld(order)) return null;
  const isSame = order.event?.id === eventId;
  return (
    <Callout
      title={
        isSame
          ? "You already have tickets on hold for this event"
          : `You still have tickets on hold for ${order.event?.title ?? "another event"}`
      }
    >
      <Link to={heldOrderAddress(order.id)} className="font-semibold text-gilt underline underline-offset-4">
        Pay for or release that order
      </Link>
      {isSame ? ". Anything you buy here is in addition to it." : "."}
    </Callout>
  );
}
