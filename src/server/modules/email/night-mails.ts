import type { Order } from "#contract/orders.ts";
import type { Arrangement, EventHead } from "#server/modules/events/index.ts";
import { formatNight } from "#server/platform/format.ts";
import { html } from "#server/platform/html.ts";
import type { DueMail } from "./store.ts";
import { rearrangedLetter } from "./letters/rearranged.ts";
import type { Letter } from "./letters/letter.ts";
import { frame, linkButton, type Mail } from "./templates.ts";

interface About {
  order: Order;
  night: EventHead;
  baseUrl: string;
  key: string;
}

/** Tells somebody who holds tickets that their night was called off, put off or moved, in the words of the staff. */
export function nightChangeMail(topic: DueMail["topic"], { order, night, baseUrl, key }: About): Mail {
  const letter = letterOf(topic, order, night);
  const link = `${baseUrl}/payment-success?order=${order.id}&key=${key}`;
  const note = String(topic.note);
  const paragraph = (line: string) => html`<p style="margin:0 0 12px">${line}</p>`;
  const body = html` <h1 style="margin:0 0 12px;font-size:28px;line-height:1.15">${letter.title}</h1>
    ${letter.lines.map(paragraph)}
    ${note === "" ? "" : html`<p style="margin:0 0 16px;padding:12px 16px;background:#fff;border-left:3px solid #c9a24b">${note}</p>`}
    ${letter.after.map(paragraph)}
    <p style="margin:20px 0 0">
      ${linkButton("Open your order", link)}
    </p>`;
  const reason = "You get this mail because you hold tickets for this night.";
  const lines = [...letter.lines, ...(note === "" ? [] : [note]), ...letter.after];
  const text = [letter.title, "", ...lines.flatMap((line) => [line, ""]), `Your order: ${link}`, "", reason].join("\n");
  return { subject: letter.subject, html: frame(letter.subject, body, reason), text, codes: [] };
}

function letterOf(topic: DueMail["topic"], order: Order, night: EventHead): Letter {
  const tickets = order.tickets.length === 1 ? "Your ticket" : "Your tickets";
  const choice = choiceOf(order, night);
  const isOnHold = order.tickets.some((ticket) => ticket.status === "valid" && ticket.isFrozen);
  const one = order.tickets.length === 1;
  const stay = (tail: string) =>
    isOnHold
      ? `${tickets} ${one ? "is" : "are"} on hold until your bank has decided.`
      : `${tickets} ${one ? "stays" : "stay"} valid${tail}`;
  const was = topic.startedAt === "" ? night.startsAt : String(topic.startedAt);
  const before = `${formatNight(was, night.timeZone)}, ${night.venue.name}, ${night.venue.city}`;
  if (topic.what === "cancelled") {
    const money =
      order.totalCents > 0 ? ["About your money we write to you separately: there is nothing you need to do now."] : [];
    return {
      subject: `Cancelled: ${night.title}`,
      title: `${night.title} is cancelled.`,
      lines: [`It was to be on ${before}. ${tickets} will not open the door.`],
      after: money,
    };
  }
  if (topic.what === "rearranged") {
    const arrangements = JSON.parse(String(topic.arrangements)) as { before: Arrangement; after: Arrangement };
    return rearrangedLetter({ title: night.title, ...arrangements, tickets: order.tickets.length, choice });
  }
  if (topic.what === "moved") {
    return {
      subject: `A new date for ${night.title}`,
      title: `${night.title} has a new date.`,
      lines: [
        `It is now on ${formatNight(night.startsAt, night.timeZone)}, ${night.venue.name}, ${night.venue.city}.`,
        `Before, it was to be on ${formatNight(was, night.timeZone)}.`,
      ],
      after: [stay(" for the new date: there is nothing you need to do."), ...choice],
    };
  }
  return {
    subject: `Postponed: ${night.title}`,
    title: `${night.title} is postponed.`,
    lines: [`It was to be on ${before}. The new date is not fixed yet.`],
    after: [stay("."), "We write to you again as soon as there is a new date.", ...choice],
  };
}

/** What a holder can do who would rather have the money back. */
function choiceOf({ returns }: Order, night: EventHead): string[] {
  if (returns.until === null || returns.ticketIds.length === 0) return [];
  return [
    `Should you rather have your money back: return your tickets on your order's page, until ${formatNight(returns.until, night.timeZone)}.`,
  ];
}
