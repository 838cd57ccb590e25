import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Notice } from "#web/ui/notice.tsx";
import { readHeldOrderId } from "./attempt.ts";
import { heldOrderAddress } from "./checkout-query.ts";
import { orderQuery } from "./queries.ts";
import { isHeld } from "./standing.ts";

/** A fan who comes back by another way finds the tickets already set aside, instead of buying them twice. */
export function HeldElsewhere({ eventId }: { eventId: number }) {
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
    <Notice
      title={
        isSame
          ? "You already hold tickets for this night"
          : `You still hold tickets for ${order.event?.title ?? "another night"}`
      }
    >
      <Link to={heldOrderAddress(order.id)} className="font-semibold text-gilt underline underline-offset-4">
        Pay or give back that order
      </Link>
      {isSame ? ". What you start here is bought on top of it." : "."}
    </Notice>
  );
}
