import type { AnyTopic } from "#contract/interest.ts";
import { findEventById } from "#server/modules/events/index.ts";
import { findInterest, linksOf, eventIdOf, topicNames } from "#server/modules/interest/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { formatDateTime } from "#server/platform/format.ts";
import { html } from "#server/platform/html.ts";
import { frame, linkButton, type Mail } from "./templates.ts";

const button = (address: string, label: string) =>
  html`<p style="margin:20px 0">
    ${linkButton(label, address)}
  </p>`;

/**
 * Asks the address to confirm that it signed up; unless it does, we never email it again.
 *
 * @returns undefined when the signup, or its event, no longer exists
 */
export async function interestConfirmation(deps: Deps, interestId: string): Promise<Mail | undefined> {
  const wish = await findInterest(deps.db, interestId);
  const what = wish && (await waitsFor(deps, wish.topic));
  if (wish === undefined || what === undefined) return undefined;
  const links = linksOf(deps, interestId, wish.topic);
  const subject = `Want an email when ${what}?`;
  const asked = `You (or someone using this email) asked us to email you when ${what}.`;
  const body = html` <h1 style="margin:0 0 10px;font-size:28px;line-height:1.15">One tap and you're on the list.</h1>
    <p style="margin:0">${asked}</p>
    ${button(links.confirm, "Yes, email me")}
    <p style="margin:0">If it wasn't you, ignore this email. You won't hear from us again.</p>`;
  const reason = html`You're receiving this one email because someone entered this address on our site.
    <a href="${links.leave}" style="color:inherit">Unsubscribe</a>.`;
  const text = [
    "One tap and you're on the list.",
    "",
    asked,
    "",
    `Yes, email me: ${links.confirm}`,
    "",
    "If it wasn't you, ignore this email. You won't hear from us again.",
    `Unsubscribe: ${links.leave}`,
  ].join("\n");
  const brief = {
    lines: [asked],
    links: [
      { label: "Yes, email me", link: links.confirm },
      { label: "Unsubscribe", link: links.leave },
    ],
  };
  return { subject, html: frame(subject, body, reason), text, codes: [], headers: links.headers, brief };
}

async function waitsFor(deps: Deps, topic: AnyTopic): Promise<string | undefined> {
  const eventId = eventIdOf(topic);
  if (eventId === undefined) return `${topicNames[topic as keyof typeof topicNames]} opens`;
  const event = await findEventById(deps.db, eventId);
  return event && `tickets for ${event.title} go on sale`;
}

/**
 * Tells a person who signed up that more tickets for an event are on sale.
 *
 * @returns undefined when they unsubscribed meanwhile, or the event is over or not on anymore
 */
export async function salesOpen(deps: Deps, interestId: string): Promise<Mail | undefined> {
  const wish = await findInterest(deps.db, interestId);
  const eventId = wish && eventIdOf(wish.topic);
  const event = eventId === undefined ? undefined : await findEventById(deps.db, eventId);
  if (wish === undefined || wish.status === "left" || event === undefined) return undefined;
  if (event.status !== "on" || event.isOver) return undefined;
  const links = linksOf(deps, interestId, wish.topic);
  const address = `${deps.config.baseUrl}/events/${event.id}/${event.slug}`;
  const subject = `On sale now: ${event.title}`;
  const when = formatDateTime(event.startsAt, event.timeZone);
  const where = `${event.venue.name}, ${event.venue.city}`;
  const body = html` <h1 style="margin:0 0 10px;font-size:28px;line-height:1.15">Tickets are on sale.</h1>
    <p style="margin:0 0 4px;font-weight:700">${event.title}</p>
    <p style="margin:0">${when}<br />${where}</p>
    ${button(address, "Get tickets")}
    <p style="margin:0">This email doesn't hold tickets for you: first come, first served.</p>`;
  const reason = html`You asked for this one email on the event's page.
    <a href="${links.leave}" style="color:inherit">Unsubscribe</a>.`;
  const text = [
    "Tickets are on sale.",
    "",
    event.title,
    when,
    where,
    "",
    `Get tickets: ${address}`,
    "",
    "This email doesn't hold tickets for you: first come, first served.",
    `You asked for this one email on the event's page. Unsubscribe: ${links.leave}`,
  ].join("\n");
  const brief = {
    lines: [`${when}, ${where}`],
    links: [
      { label: "Get tickets", link: address },
      { label: "Unsubscribe", link: links.leave },
    ],
  };
  return { subject, html: frame(subject, body, reason), text, codes: [], headers: links.headers, brief };
}
