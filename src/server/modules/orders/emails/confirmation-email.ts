import { thingsOf } from "#contract/orders/texts.ts";
import { calendarFile, findEventInfo } from "#server/modules/events/index.ts";
import { partOf } from "#server/modules/email/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { z } from "zod";
import { defineOrderEmail, draftToBuyer } from "./about-order.ts";
import { readOrders } from "../read.ts";
import { confirmationText, openTickets, orderConfirmation } from "./confirmation-mail.ts";
import { exampleFiles, exampleOrder, exampleOrderLink } from "./examples.ts";
import { isConfirmationOver } from "../store.ts";

/** The confirmation of a paid or free order, with its tickets. */
export const confirmationEmail = defineOrderEmail({
  kind: "order_confirmation",
  priority: 0,
  // `change` is the number of the change of the order's email that it was sent for.
  topic: { change: z.number().optional() },
  isReceipt: true,
  isRepeatable: true,
  isOver: isConfirmationOver,
  mergedSubject: (count) => `Your ${count} orders`,
  texts: [
    {
      text: confirmationText,
      example(kit, example) {
        const { event } = example;
        const order = exampleOrder(example);
        const link = exampleOrderLink(kit);
        return orderConfirmation(kit, {
          order,
          events: new Map([[event.id, event]]),
          link,
          receiptLink: link,
          attachments: exampleFiles(
            [`tickets-${order.number}.pdf`, "application/pdf"],
            [`receipt-${order.number}.pdf`, "application/pdf"],
            [`${event.slug}.ics`, "text/calendar"],
          ),
        });
      },
      latest: true,
    },
  ],
  triggers: {
    "order.paid": (paid) => draftToBuyer(paid.orderId, paid, {}),
    "order.email_changed": ({ change, ...order }) => draftToBuyer(`${order.orderId}:${change}`, order, { change }),
  },
  async requireResendable(deps, db, { orderId }) {
    const { order } = (await readOrders(deps, db, [orderId])).get(orderId)!;
    if (thingsOf(order) === "tickets") return requireTickets(deps, db, orderId);
    if (order.status === "refunded") throw new AppError("order_closed", { message: "This order was refunded" });
  },
  async write(deps, kit, { order, link, receiptLink }) {
    const events = await findEventInfo(deps.db, [
      ...new Set([...order.lines, ...order.tickets].flatMap(({ eventId }) => eventId ?? [])),
    ]);
    const isComp = await partOf(deps, "compOrders").isCompOrder(deps.db, order.id);
    const pickup = await partOf(deps, "findPickup")(deps.db, order.id);
    const tickets = openTickets(order, events);
    const shown = [...new Set(tickets.map(({ eventId }) => eventId))].map((id) => events.get(id)!);
    const files = partOf(deps, "confirmationFiles")(deps.db, { order, tickets, events, isComp });
    const attachments = [...files, ...calendarFile(deps, shown)];
    return orderConfirmation(kit, { order, events, link, receiptLink, isComp, pickup, attachments });
  },
});

/** @throws AppError `order_closed` if an order has no valid tickets */
export async function requireTickets(deps: Deps, db: Queryable, orderId: string): Promise<void> {
  const found = (await readOrders(deps, db, [orderId])).get(orderId);
  if (found?.order.tickets.some((ticket) => ticket.status === "valid") !== true) {
    throw new AppError("order_closed", { message: "This order has no valid tickets left" });
  }
}
