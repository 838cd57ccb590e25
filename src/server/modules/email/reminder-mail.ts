import type { AnyTopic } from "#contract/reminders.ts";
import { findEventById, type EventInfo } from "#server/modules/events/index.ts";
import { findInterest, linksOf, eventIdOf, topicNames } from "#server/modules/reminders/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { html } from "#server/platform/html.ts";
import { whenOf } from "./layout.ts";
import { composeMail, stripOf, type Mail, type MailKit } from "./templates.ts";

/** Where the links of an email about a reminder lead. */
type Links = ReturnType<typeof linksOf>;

/**
 * Asks the address to confirm that it signed up; unless it does, we never email it again.
 *
 * @returns undefined when the signup, or its event, no longer exists
 */
export async function interestConfirmation(deps: Deps, kit: MailKit, interestId: string): Promise<Mail | undefined> {
  const wish = await findInterest(deps.db, interestId);
  const topic = wish && (await waitsFor(deps, wish.topic));
  if (wish === undefined || topic === undefined) return undefined;
  return writeInterestConfirmation(kit, topic, linksOf(deps, interestId, wish.topic));
}

/** @param topic what the reader waits for, "tickets for Velvet Riddim go on sale" */
export const writeInterestConfirmation = (kit: MailKit, topic: string, links: Links): Mail =>
  composeMail(kit, {
    kind: "interest_confirmation",
    values: { topic },
    title: "One tap and you're on the list.",
    lines: [`You (or someone using this email) asked us to email you when ${topic}.`],
    link: links.confirm,
    after: ["If it wasn't you, ignore this email. You won't hear from us again."],
    reason: "You're receiving this one email because someone entered this address on our site.",
    unsubscribe: links.leave,
    headers: links.headers,
  });

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
export async function salesOpen(deps: Deps, kit: MailKit, interestId: string): Promise<Mail | undefined> {
  const wish = await findInterest(deps.db, interestId);
  const eventId = wish && eventIdOf(wish.topic);
  const event = eventId === undefined ? undefined : await findEventById(deps.db, eventId);
  if (wish === undefined || wish.status === "left" || event === undefined) return undefined;
  if (event.status !== "on" || event.isOver) return undefined;
  return writeSalesOpen(kit, event, linksOf(deps, interestId, wish.topic));
}

/** Tells that tickets for an event are on sale. */
export function writeSalesOpen(kit: MailKit, event: EventInfo, links: Pick<Links, "leave" | "headers">): Mail {
  const { venue } = event;
  const whenAndWhere = `${whenOf(event)}, ${venue.name}, ${venue.city}`;
  return composeMail(kit, {
    kind: "sales_open",
    values: { event: event.title, date: whenOf(event), venue: venue.name, city: venue.city },
    title: "Tickets are on sale.",
    event: stripOf(event, kit.baseUrl),
    lines: [event.title, whenAndWhere],
    shownLines: html``,
    link: `${kit.baseUrl}/events/${event.id}/${event.slug}`,
    after: ["This email doesn't hold tickets for you: first come, first served."],
    reason: "You asked for this one email on the event's page.",
    unsubscribe: links.leave,
    headers: links.headers,
    briefLines: [whenAndWhere],
  });
}
