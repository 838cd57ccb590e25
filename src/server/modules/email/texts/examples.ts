import type { TextKind } from "#contract/email/texts.ts";
import type { OrderRefund } from "#contract/refunds/of-order.ts";
import type { Order } from "#contract/orders/orders.ts";
import type { EventInfo } from "#server/modules/events/index.ts";
import { emailConfirmation, guardMail, passwordReset } from "../account-mails.ts";
import { orderConfirmation } from "../confirmation-mail.ts";
import { writeWeeklyBrief } from "../brief-mail.ts";
import { writeDigest } from "../digest-mail.ts";
import { eventChangeMail } from "../event-mails.ts";
import { writeInterestConfirmation, writeSalesOpen } from "../reminder-mail.ts";
import { moneyReturned, refundDone, refundMade } from "../refund-mails.ts";
import { writeShipped } from "../shipping-mail.ts";
import { writeBackInStock, writeLowStock } from "../shop-mails.ts";
import { writeDiscrepancies, writeDispute } from "../staff-mails.ts";
import { writeStreamLive } from "../stream-mail.ts";
import type { Mail, MailAttachment, MailKit } from "../templates.ts";
import { writeEmailChanged, writeEmailCode } from "../own-email-mails.ts";
import { writeTicketLinks } from "../find-tickets.ts";
import { invoiceCorrected, ticketChangeMail } from "../ticket-mails.ts";

/** What an example is about. Its order, codes and links are made up, so that nobody gets in with them. */
export interface Example {
  buyerName: string;
  event: EventInfo;
  tickets: number;
  typeName: string;
  product: string;
  stream: string;
  note: string | null;
}

const id = "00000000-0000-4000-8000-000000000000";
const number = "SG-TEST-0000";

/** An event for when there is none. */
export const exampleEvent: EventInfo = {
  id: 1,
  slug: "velvet-riddim",
  title: "Velvet Riddim",
  startsAt: "2026-11-29T03:00:00.000Z",
  doorsAt: "2026-11-29T02:00:00.000Z",
  endsAt: "2026-11-29T08:00:00.000Z",
  timeZone: "America/New_York",
  venue: {
    name: "The Mourning Dove Room",
    address: "214 Van Brunt Street",
    city: "Brooklyn",
    region: "NY",
    country: "US",
    latitude: null,
    longitude: null,
  },
  poster: {
    key: "house",
    alt: "",
    dominant: "#15120e",
    accent: "#c9a24b",
    placeholder: null,
    width: 4,
    height: 5,
  },
  ageRule: "21+",
  status: "on",
  entryOpensMinutes: null,
  isOver: false,
};

/** What an example shows unless told otherwise. */
export const plainExample: Example = {
  buyerName: "Ada Buyer",
  event: exampleEvent,
  tickets: 2,
  typeName: "General admission",
  product: "Carnival Tee, M",
  stream: "Sound Clash No. 7",
  note: "Thanks for rolling with it. See you on the dance floor.",
};

function exampleOrder({ buyerName, event, tickets, typeName, product }: Example): Order {
  const unitCents = 7500;
  const line = { id, unitCents, feeCents: 350, discountCents: 0, taxCents: 0 };
  const subtotalCents = tickets * unitCents + 3200;
  return {
    id,
    number,
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

const exampleRefund = ({ note, event }: Example): OrderRefund => ({
  id,
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
const files = (...names: [filename: string, contentType: string][]): MailAttachment[] =>
  names.map(([filename, contentType]) => ({ filename, contentType, read: async () => "Example" }));

/** The link and headers of an example's "Unsubscribe". */
function exampleUnsubscribe({ baseUrl }: MailKit) {
  const leave = `${baseUrl}/events?leave=example`;
  return {
    leave,
    headers: { "List-Unsubscribe": `<${leave}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

const orderLink = ({ baseUrl }: MailKit) => `${baseUrl}/payment-success?order=${id}&key=example`;

function orderMails(kit: MailKit, example: Example) {
  const { event, product } = example;
  const link = orderLink(kit);
  const order = exampleOrder(example);
  return {
    order_confirmation: () =>
      orderConfirmation(kit, {
        order,
        events: new Map([[event.id, event]]),
        link,
        receiptLink: link,
        attachments: files(
          [`tickets-${number}.pdf`, "application/pdf"],
          [`receipt-${number}.pdf`, "application/pdf"],
          [`${event.slug}.ics`, "text/calendar"],
        ),
      }),
    order_shipped: () =>
      writeShipped(kit, {
        order,
        link,
        isChange: false,
        later: 1,
        parcel: {
          lines: [{ lineId: id, name: product, quantity: 1 }],
          carrier: "usps",
          tracking: "9400 1000 0000 0000 0000 00",
          trackingUrl: "https://tools.usps.com/",
        },
      }),
    refund_made: () => refundMade(kit, order, exampleRefund(example), link),
    refund_done: () =>
      refundDone(kit, order, { ...exampleRefund(example), status: "done" }, { link, creditLink: link }),
    money_returned: () => moneyReturned(kit, order, 7500, "sold_out_meanwhile"),
    invoice_corrected: () => invoiceCorrected(kit, order, { invoice: link, cancellation: link }),
    order_email_changed: () => writeEmailChanged(kit, { number, token: "example" }),
    order_email_code: () => writeEmailCode(kit, { number, code: "12345678" }),
    ticket_links: () => writeTicketLinks(kit, [{ order, event, link }]),
    ticket_change: () =>
      ticketChangeMail(kit, { what: "recoded", was: "" }, { order, ticket: order.tickets[0]!, event, link }),
  };
}

function eventMails(kit: MailKit, example: Example) {
  const { event } = example;
  const link = orderLink(kit);
  const order = exampleOrder(example);
  const change = (what: string, now: Partial<EventInfo> = {}) =>
    eventChangeMail(
      kit,
      {
        what,
        note: example.note ?? "",
        startedAt: event.startsAt,
        schedules: JSON.stringify({ before: scheduleOf(event), after: { ...scheduleOf(event), venue: "Harbor Hall" } }),
      },
      { order, event: { ...event, ...now }, link },
    );
  const unsubscribe = exampleUnsubscribe(kit);
  return {
    event_canceled: () => change("canceled", { status: "canceled" }),
    event_postponed: () => change("postponed", { status: "postponed" }),
    event_moved: () => change("moved"),
    event_rescheduled: () => change("rescheduled"),
    sales_open: () => writeSalesOpen(kit, event, unsubscribe),
    interest_confirmation: () =>
      writeInterestConfirmation(kit, `tickets for ${event.title} go on sale`, { ...unsubscribe, confirm: link }),
  };
}

function communityMails(kit: MailKit, example: Example) {
  const { event, product, stream } = example;
  const unsubscribe = exampleUnsubscribe(kit);
  return {
    back_in_stock: () => writeBackInStock(kit, { product, slug: "example" }),
    stream_live: () => writeStreamLive(kit, { id: 1, title: stream }),
    community_digest: () =>
      writeDigest(
        kit,
        {
          lines: [
            `${example.buyerName} commented on your post`,
            "2 people liked your photo",
            `${event.title} is this week`,
          ],
          links: { community: `${kit.baseUrl}/community`, ...unsubscribe },
        },
        example.buyerName,
      ),
  };
}

function accountMails(kit: MailKit) {
  return {
    password_reset: () => passwordReset(kit, { username: "ada", link: `${kit.baseUrl}/password-reset?token=example` }),
    email_confirmation: () => emailConfirmation(kit, { link: kit.baseUrl }),
    password_changed: () => guardMail(kit, "password_changed"),
    email_changed: () => guardMail(kit, "email_changed"),
    factors_reset: () => guardMail(kit, "factors_reset"),
  };
}

function staffMails(kit: MailKit, example: Example) {
  const { event, product, buyerName } = example;
  const { totalCents } = exampleOrder(example);
  const named = { id, number, status: "paid" as const, buyerName, totalCents };
  return {
    staff_dispute: () =>
      writeDispute(
        kit,
        {
          order: { id, number, buyerName: example.buyerName },
          event,
          amountCents: 15_000,
          currency: "USD",
          providerRef: "dp_example",
          evidenceDueAt: new Date(event.startsAt),
          reason: "product_not_received",
        },
        "opened",
        event.timeZone,
      ),
    staff_money: () =>
      writeDiscrepancies(
        kit,
        [
          { kind: "failed_refund", order: named, amountCents: 2500, currency: "USD", resolved: null },
          { kind: "failed_webhook", order: null, amountCents: null, currency: null, resolved: null },
        ],
        2,
      ),
    staff_weekly_brief: () =>
      writeWeeklyBrief(kit, {
        title: "Mon, Nov 16, 2026 to Sun, Nov 22, 2026",
        lines: [
          "Visitors: 4,210, up 18%. Biggest changes: Instagram +612, Google −40.",
          "Page views: 12,840, up 9%.",
          "Orders: 164, down 4%.",
          `Revenue: $9,480.00, up 11%. Biggest changes: ${event.title} +$1,450.00.`,
          "Refunds: $150.00, the same as the week before.",
        ],
      }),
    staff_low_stock: () => writeLowStock(kit, [{ title: product, options: [], sku: "TEE-M", onHand: 2, productId: 1 }]),
  };
}

/** An example of each email, with the texts of `kit`. */
export function writeExample(kit: MailKit, kind: TextKind, example: Example): Mail {
  const writers: Record<TextKind, () => Mail> = {
    ...orderMails(kit, example),
    ...eventMails(kit, example),
    ...communityMails(kit, example),
    ...accountMails(kit),
    ...staffMails(kit, example),
  };
  return writers[kind]();
}

const scheduleOf = ({ startsAt, doorsAt, endsAt, timeZone, venue }: EventInfo) => ({
  startsAt,
  doorsAt,
  endsAt,
  timeZone,
  venue: venue.name,
});
