import type { AnyTopic } from "#contract/interest.ts";
import { findEventHeads, type EventHead } from "#server/modules/events/index.ts";
import { findInterest, linksOf, nightOf, topicNames } from "#server/modules/interest/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { formatNight } from "#server/platform/format.ts";
import { html } from "#server/platform/html.ts";
import { frame, linkButton, type Mail } from "./templates.ts";

const button = (address: string, words: string) =>
  html`<p style="margin:20px 0">
    ${linkButton(words, address)}
  </p>`;

/**
 * Asks whoever reads the mailbox whether the wish was theirs; without their yes nothing is ever sent again.
 *
 * @returns undefined where the wish, or the night that it names, is not there any more
 */
export async function interestConfirmation(deps: Deps, interestId: string): Promise<Mail | undefined> {
  const wish = await findInterest(deps.db, interestId);
  const what = wish && (await waitsFor(deps, wish.topic));
  if (wish === undefined || what === undefined) return undefined;
  const links = linksOf(deps, interestId, wish.topic);
  const subject = `Shall we tell you when ${what}?`;
  const asked = `Somebody, we hope you, asked us to write to this address when ${what}.`;
  const body = html` <h1 style="margin:0 0 10px;font-size:28px;line-height:1.15">One tap, and you are on the list.</h1>
    <p style="margin:0">${asked}</p>
    ${button(links.confirm, "Yes, tell me")}
    <p style="margin:0">If it was not you, do nothing: without that tap you will not hear from us.</p>`;
  const reason = html`You get this one mail because this address was entered on our site.
    <a href="${links.leave}" style="color:inherit">Take it off for good</a>.`;
  const text = [
    "One tap, and you are on the list.",
    "",
    asked,
    "",
    `Yes, tell me: ${links.confirm}`,
    "",
    "If it was not you, do nothing: without that tap you will not hear from us.",
    `Take this address off for good: ${links.leave}`,
  ].join("\n");
  return { subject, html: frame(subject, body, reason), text, codes: [], headers: links.headers };
}

async function waitsFor(deps: Deps, topic: AnyTopic): Promise<string | undefined> {
  const eventId = nightOf(topic);
  if (eventId === undefined) return `${topicNames[topic as keyof typeof topicNames]} opens`;
  const night = await findNight(deps, eventId);
  return night && `tickets for ${night.title} open`;
}

const findNight = async ({ db }: Deps, eventId: number): Promise<EventHead | undefined> =>
  (await findEventHeads(db, [eventId])).get(eventId);

/**
 * Tells somebody who waited that more tickets of a night are on sale.
 *
 * @returns undefined when they left meanwhile, or the night does not take place any more
 */
export async function salesOpen(deps: Deps, interestId: string): Promise<Mail | undefined> {
  const wish = await findInterest(deps.db, interestId);
  const eventId = wish && nightOf(wish.topic);
  const night = eventId === undefined ? undefined : await findNight(deps, eventId);
  if (wish === undefined || wish.status === "left" || night === undefined) return undefined;
  if (night.state !== "on" || night.isOver) return undefined;
  const links = linksOf(deps, interestId, wish.topic);
  const address = `${deps.config.baseUrl}/events/${night.id}/${night.slug}`;
  const subject = `On sale now: ${night.title}`;
  const when = formatNight(night.startsAt, night.timeZone);
  const where = `${night.venue.name}, ${night.venue.city}`;
  const body = html` <h1 style="margin:0 0 10px;font-size:28px;line-height:1.15">Tickets are open.</h1>
    <p style="margin:0 0 4px;font-weight:700">${night.title}</p>
    <p style="margin:0">${when}<br />${where}</p>
    ${button(address, "Get tickets")}
    <p style="margin:0">This mail sets nothing aside: first come, first in.</p>`;
  const reason = html`You asked for this one mail on the night's page.
    <a href="${links.leave}" style="color:inherit">Take this address off for good</a>.`;
  const text = [
    "Tickets are open.",
    "",
    night.title,
    when,
    where,
    "",
    `Get tickets: ${address}`,
    "",
    "This mail sets nothing aside: first come, first in.",
    `You asked for this one mail on the night's page. Take this address off for good: ${links.leave}`,
  ].join("\n");
  return { subject, html: frame(subject, body, reason), text, codes: [], headers: links.headers };
}
