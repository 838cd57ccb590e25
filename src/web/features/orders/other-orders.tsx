import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "#web/lib/router.ts";
import type { Order } from "#contract/orders/orders.ts";
import { thingsOf, titlesOf } from "#contract/orders/texts.ts";
import { paths } from "#web/lib/paths.ts";
import { Callout, Focused } from "#web/ui/callout.tsx";
import { findOrdersFor, readHeldOrderId } from "./purchase.ts";
import { orderQuery } from "./queries.ts";
import { isHeld } from "./status.ts";

const isPaid = ({ status }: Order) => status === "paid" || status === "partially_refunded";
const isFor = ({ lines }: Order, eventIds: number[]) =>
  lines.some(({ eventId }) => eventId !== undefined && eventIds.includes(eventId));

/** Reads orders; leaves out those that this person can't see, or that can't be read now. */
async function readOrders(queryClient: QueryClient, ids: string[]): Promise<Order[]> {
  const found = await Promise.all(
    ids.map((id) => queryClient.fetchQuery({ ...orderQuery(id), staleTime: 0 }).catch(() => undefined)),
  );
  return found.filter((order) => order !== undefined);
}

type OtherOrders = {
  orders: Order[];
  /** True once a press was stopped because of one that the buyer hadn't seen. */
  isStopped: boolean;
  /** Looks for orders that another tab placed meanwhile. @returns true if the buyer has to see one first */
  findUnseen: () => Promise<boolean>;
};

/**
 * The orders that this browser has for the same events, on hold or paid, and the one that this tab has on hold: so that
 * nobody orders twice without knowing. An older tab finds them out when its button is pressed.
 */
export function useOtherOrders(eventIds: number[]): OtherOrders {
  const queryClient = useQueryClient();
  const [orders, setOrders] = useState<Order[]>([]);
  const [isStopped, setStopped] = useState(false);
  const known = useRef(new Set<string>());
  const isRelevant = (order: Order) => isHeld(order) || (isPaid(order) && isFor(order, eventIds));

  async function read(ids: string[]): Promise<Order[]> {
    const found = (await readOrders(queryClient, ids)).filter(isRelevant);
    for (const { id } of found) known.current.add(id);
    if (found.length > 0) setOrders((shown) => [...found, ...shown]);
    return found;
  }
  const readAtStart = useEffectEvent(() => {
    const held = readHeldOrderId();
    known.current = new Set([...(held ? [held] : []), ...findOrdersFor(eventIds)]);
    void read([...known.current]);
  });
  useEffect(() => readAtStart(), []);

  return {
    orders,
    isStopped,
    async findUnseen() {
      const isNew = (await read(findOrdersFor(eventIds).filter((id) => !known.current.has(id)))).length > 0;
      setStopped(isNew);
      return isNew;
    },
  };
}

/** Shows the buyer what they have on hold or bought already. */
export function OtherOrdersCallout({
  orders,
  isStopped,
  eventIds,
}: Omit<OtherOrders, "findUnseen"> & { eventIds: number[] }) {
  const [order] = orders;
  if (!order) return null;
  const callout = <OtherOrder order={order} isSame={isFor(order, eventIds)} isStopped={isStopped} />;
  return isStopped ? <Focused key={order.id}>{callout}</Focused> : callout;
}

function OtherOrder({ order, isSame, isStopped }: { order: Order; isSame: boolean; isStopped: boolean }) {
  const held = isHeld(order);
  const things = thingsOf(order);
  return (
    <Callout tone={isStopped ? "soon" : "plain"} title={titleOf(order, isSame)}>
      <Link
        to={held ? paths.heldOrder(order.id) : paths.paymentSuccess({ order: order.id })}
        className="font-semibold text-gilt underline underline-offset-4"
      >
        {held ? "Pay for or release that order" : `See your ${things}`}
      </Link>
      {isSame ? ". Anything you buy here is in addition to it." : "."}
      {isStopped && " You haven't ordered anything here yet. To order more, press the button again."}
    </Callout>
  );
}

function titleOf(order: Order, isSame: boolean): string {
  const things = thingsOf(order);
  if (!isHeld(order)) return `You already have ${things} for this event`;
  if (isSame) return `You already have ${things} on hold for this event`;
  return `You still have ${things} on hold${order.events.length > 0 ? ` for ${titlesOf(order.events)}` : ""}`;
}
