import type { Order } from "#contract/orders.ts";
import type { EventSchedule, EventInfo } from "#server/modules/events/index.ts";
import { formatDateTime } from "#server/platform/format.ts";
import { html } from "#server/platform/html.ts";
import type { DueMail } from "./store.ts";
import { rescheduledTemplate } from "./attendee-updates/rescheduled.ts";
import { frame, linkButton, type Mail } from "./templates.ts";

interface About {
  order: Order;
  event: EventInfo;
  baseUrl: string;
  key: string;
}

/** Tells a ticket holder that their event was canceled, postponed or rescheduled, with the note that staff wrote. */
export function eventChangeMail(topic: DueMail["topic"], { order, event, baseUrl, key }: About): Mail {
  const template = templateOf(topic, order, event);
  const link = `${baseUrl}/payment-success?order=${order.id}&key=${key}`;
  const note = String(topic.note);
  const paragraph = (line: string) => html`<p style="margin:0 0 12px">${line}</p>`;
  const body = html` <h1 style="margin:0 0 12px;font-size:28px;line-height:1.15">${template.title}</h1>
    ${template.lines.map(paragraph)}
    ${note === "" ? "" : html`<p style="margin:0 0 16px;padding:12px 16px;background:#fff;border-left:3px solid #c9a24b">${note}</p>`}
    ${template.after.map(paragraph)}
    <p style="margin:20px 0 0">
      ${linkButton("View your order", link)}
    </p>`;
  const reason = "You're receiving this email because you have tickets for this event.";
  const lines = [...template.lines, ...(note === "" ? [] : [note]), ...template.after];
  const text = [template.title, "", ...lines.flatMap((line) => [line, ""]), `Your order: ${link}`, "", reason].join(
    "\n",
  );
  return { subject: template.subject, html: frame(template.subject, body, reason), text, codes: [] };
}

function templateOf(topic: DueMail["topic"], order: Order, event: EventInfo): MailTemplate {
  const tickets = order.tickets.length === 1 ? "Your ticket" : "Your tickets";
  const choice = choiceOf(order, event);
  const isOnHold = order.tickets.some((ticket) => ticket.status === "valid" && ticket.isFrozen);
  const one = order.tickets.length === 1;
  const stay = (tail: string) =>
    isOnHold
      ? `${tickets} ${one ? "is" : "are"} on hold until your bank decides.`
      : `${tickets} ${one ? "stays" : "stay"} valid${tail}`;
  const was = topic.startedAt === "" ? event.startsAt : String(topic.startedAt);
  const before = `${formatDateTime(was, event.timeZone)}, ${event.venue.name}, ${event.venue.city}`;
  if (topic.what === "canceled") {
    const money =
      order.totalCents > 0 ? ["We'll email you separately about your refund. You don't need to do anything."] : [];
    return {
      subject: `Canceled: ${event.title}`,
      title: `${event.title} has been canceled.`,
      lines: [`It was scheduled for ${before}. ${tickets} can't be used for entry.`],
      after: money,
    };
  }
  if (topic.what === "rescheduled") {
    const schedules = JSON.parse(String(topic.schedules)) as { before: EventSchedule; after: EventSchedule };
    return rescheduledTemplate({ title: event.title, ...schedules, tickets: order.tickets.length, choice });
  }
  if (topic.what === "moved") {
    return {
      subject: `New date for ${event.title}`,
      title: `${event.title} has a new date.`,
      lines: [
        `It's now on ${formatDateTime(event.startsAt, event.timeZone)}, ${event.venue.name}, ${event.venue.city}.`,
        `It was scheduled for ${formatDateTime(was, event.timeZone)}.`,
      ],
      after: [stay(" for the new date, so you don't need to do anything."), ...choice],
    };
  }
  return {
    subject: `Postponed: ${event.title}`,
    title: `${event.title} has been postponed.`,
    lines: [`It was scheduled for ${before}. We don't have a new date yet.`],
    after: [stay("."), "We'll email you as soon as there's a new date.", ...choice],
  };
}

/** How a holder can get a refund instead. */
function choiceOf({ returns }: Order, event: EventInfo): string[] {
  if (returns.until === null || returns.ticketIds.length === 0) return [];
  return [
    `Want a refund instead? You can refund your tickets on your order page until ${formatDateTime(returns.until, event.timeZone)}.`,
  ];
}

/** The text of an email about an event, before it is put into a frame. */
export interface MailTemplate {
  subject: string;
  title: string;
  /** What happened, one paragraph each. */
  lines: string[];
  /** What the reader can do, one paragraph each. */
  after: string[];
}
