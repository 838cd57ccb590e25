import { z } from "zod";
import type { Order } from "#contract/orders/orders.ts";
import {
  defineEmail,
  findConfirmed,
  partOf,
  type Email,
  type Mail,
  type MailKit,
  nameInMail,
  whenOf,
} from "#server/modules/email/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { OrderBuyer } from "../domain-events.ts";
import { orderLinkKey, readOrders } from "../read.ts";
import type { EventInfo } from "#server/modules/events/index.ts";
import "./contributions.ts";

/** An order, as an email about it may show it, and where its links lead. */
export interface MailedOrder<Topic> {
  topic: Topic;
  order: Order;
  /** Opens the order without signing in. */
  link: string;
  receiptLink: string;
  /** The PDF of a document of the order. */
  documentLink: (id: number) => string;
}

const orderTopic = z.object({ orderId: z.string() });

type Shape = Record<string, z.ZodType>;
type TopicOf<Fields extends Shape> = z.ZodObject<Fields & typeof orderTopic.shape>;

interface OrderEmail<Fields extends Shape> extends Omit<
  Parameters<typeof defineEmail<TopicOf<Fields>>>[0],
  "topic" | "render"
> {
  /** The fields of its topic besides the order. */
  topic: Fields;
  write(
    deps: Deps,
    kit: MailKit,
    about: MailedOrder<z.output<TopicOf<Fields>>>,
  ): Promise<Mail | undefined> | Mail | undefined;
}

/**
 * Declares an email about an order. It goes to the order's address, or to one that staff chose, and is without what its
 * buyer typed if it could be about anyone.
 */
export function defineOrderEmail<Fields extends Shape>({
  topic,
  write,
  ...definition
}: OrderEmail<Fields>): Email<TopicOf<Fields>> {
  return defineEmail<TopicOf<Fields>>({
    ...definition,
    topic: orderTopic.extend(topic),
    async render(deps, kit, mail) {
      const { orderId } = mail.topic as z.output<typeof orderTopic>;
      const found = (await readOrders(deps, deps.db, [orderId])).get(orderId)!;
      // The order's email was changed while this one was on its way to the former address.
      if (mail.toAddress !== found.order.buyer.email && !mail.isCopy) return undefined;
      const mayQuote = await mayQuoteOrder(deps, found.order, mail.toAddress);
      const order = mayQuote ? found.order : withoutTypedText(found.order);
      const key = orderLinkKey({ id: orderId, linkVersion: found.linkVersion }, deps.keys["order-links"]);
      const written = await write(deps, kit, {
        topic: mail.topic,
        order,
        link: `${kit.baseUrl}/payment-success?order=${orderId}&key=${key}`,
        receiptLink: `${kit.baseUrl}/api/orders/${orderId}/receipt.pdf?key=${key}`,
        documentLink: (id) => `${kit.baseUrl}/api/orders/${orderId}/documents/${id}?key=${key}`,
      });
      return written && { ...written, isNameless: !mayQuote };
    },
  });
}

/** An email about an order to its buyer. */
export const draftToBuyer = <Topic extends object>(
  key: string | number,
  { orderId, buyerEmail, buyerName }: OrderBuyer,
  topic: Topic,
) => ({ key, toAddress: buyerEmail, toName: buyerName, topic: { orderId, ...topic } });

/**
 * Whether an email about an order may have the names and the address that were typed into it: to a confirmed address,
 * and if the order was paid or staff entered its guest.
 */
async function mayQuoteOrder(deps: Deps, order: Order, toAddress: string): Promise<boolean> {
  if (order.totalCents > 0 && order.paidAt !== null) return true;
  if ((await findConfirmed(deps, deps.db, [toAddress])).has(toAddress)) return true;
  return partOf(deps, "compOrders").isIssuedByStaff(deps.db, order.id);
}

/** An order without what its buyer typed. */
const withoutTypedText = (order: Order): Order => ({
  ...order,
  buyer: { ...order.buyer, name: "" },
  tickets: order.tickets.map((ticket) => ({ ...ticket, holderName: "" })),
  delivery: order.delivery && { ...order.delivery, address: null },
});

/** The variables of a text about an order and its event. */
export const eventVariables = ["name", "event", "date", "venue", "city", "order"] as const;

/** The values of an email about an order and its event. */
export const eventValues = (order: Order, event: EventInfo) => ({
  name: nameInMail(order.buyer.name),
  event: event.title,
  date: whenOf(event),
  venue: event.venue.name,
  city: event.venue.city,
  order: order.number,
});
