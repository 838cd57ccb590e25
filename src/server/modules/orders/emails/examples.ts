import type { OrderRefund } from "#contract/refunds/of-order.ts";
import type { Order } from "#contract/orders/orders.ts";
import {
  exampleOrderId,
  exampleOrderNumber,
  type Example,
  type MailAttachment,
  type MailKit,
} from "#server/modules/email/index.ts";

/** Two lines, a discount and a tax, so that an example shows each part of a receipt. */
export function exampleOrder({ buyerName, event, tickets, typeName, product }: Example): Order {
  const unitCents = 7500;
  const line = { id: exampleOrderId, unitCents, feeCents: 350, discountCents: 0, taxCents: 0 };
  const subtotalCents = tickets * unitCents + 3200;
  return {
    id: exampleOrderId,
    number: exampleOrderNumber,
    status: "paid",
    lines: [
      {
        ...line,
        kind: "ticket",
        itemId: 1,
        eventId: event.id,
        name: typeName,
        quantity: tickets,
        totalCents: tickets * unitCents,
      },
      { ...line, kind: "variant", itemId: 2, name: product, quantity: 1, unitCents: 3200, totalCents: 3200 },
    ],
    subtotalCents,
    feeCents: 0,
    taxCents: 284,
    shippingCents: 0,
    discountCents: 500,
    promoCode: "SOCA10",
    totalCents: subtotalCents - 500 + 284,
    currency: "USD",
    buyer: { name: buyerName, email: "ada@example.com" },
    holdExpiresAt: null,
    confirmUntil: null,
    holdSecondsLeft: null,
    holdGraceSeconds: 0,
    createdAt: event.startsAt,
    paidAt: event.startsAt,
    payment: null,
    event,
    events: [event],
    delivery: null,
    tickets: Array.from({ length: tickets }, (_, index) => ({
      id: index + 1,
      code: `EXAMPLE-${String(index + 1).padStart(2, "0")}-NOT-VALID-FOR-ENTRY`,
      typeName,
      holderName: buyerName,
      status: "valid",
      admittedAt: null,
      gate: null,
      isStreamPass: false,
      isFrozen: false,
      eventId: event.id,
    })),
    refunds: [],
    returns: { until: null, withFees: false, ticketIds: [] },
  };
}

/** A refund of one ticket that is on its way. */
export const exampleRefund = ({ note, event }: Example): OrderRefund => ({
  id: exampleOrderId,
  amountCents: 7500,
  feeCents: 350,
  status: "pending",
  madeBy: "staff",
  ticketIds: [1],
  items: [],
  withShipping: false,
  kind: "units",
  keepsTickets: false,
  note,
  byHand: false,
  createdAt: event.startsAt,
  doneAt: null,
});

/** Files that an example names and doesn't have. */
export const exampleFiles = (...names: [filename: string, contentType: string][]): MailAttachment[] =>
  names.map(([filename, contentType]) => ({ filename, contentType, read: async () => "Example" }));

/** The link to an example's order, which opens nothing. */
export const exampleOrderLink = ({ baseUrl }: MailKit) =>
  `${baseUrl}/payment-success?order=${exampleOrderId}&key=example`;
