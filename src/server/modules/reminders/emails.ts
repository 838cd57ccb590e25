import { findEventById } from "#server/modules/events/index.ts";
import {
  composeMail,
  defineEmail,
  defineText,
  exampleOrderId,
  exampleUnsubscribe,
  stripOf,
  whenOf,
  type Mail,
  type MailKit,
} from "#server/modules/email/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { html } from "#server/platform/html.ts";
import { z } from "zod";
import { eventIdOf } from "./rules.ts";
import { linksOf } from "./service.ts";
import { findInterest } from "./store.ts";
import { findSentence } from "./topics.ts";

const confirmationText = defineText({
  kind: "interest_confirmation",
  name: "Confirm a reminder",
  about: "To an address that someone entered for a reminder",
  group: "events",
  place: 160,
  text: ["Want an email when {{topic}}?", "", "Yes, email me"],
  ownVariables: {
    topic: {
      meaning: "What the reader wants to hear about",
      example: "tickets for Velvet Riddim go on sale",
      isForSubject: true,
    },
  },
});

const salesOpenText = defineText({
  kind: "sales_open",
  name: "On sale now",
  about: "To people who asked to hear when tickets go on sale",
  group: "events",
  place: 150,
  text: ["On sale now: {{event}}", "You asked to hear it first, so here you go.", "Get tickets"],
  variables: ["event", "date", "venue", "city"],
});

/** Where the links of an email about a reminder lead. */
type Links = ReturnType<typeof linksOf>;

/**
 * Asks the address to confirm that it signed up; unless it does, we never email it again.
 *
 * @returns undefined when the signup, or its event, no longer exists
 */
async function interestConfirmation(deps: Deps, kit: MailKit, interestId: string): Promise<Mail | undefined> {
  const wish = await findInterest(deps.db, interestId);
  const topic = wish && (await findSentence(deps, wish.topic));
  if (wish === undefined || topic === undefined) return undefined;
  return writeInterestConfirmation(kit, topic, linksOf(deps, interestId, wish.topic));
}

/** @param topic what the reader waits for, "tickets for Velvet Riddim go on sale" */
const writeInterestConfirmation = (kit: MailKit, topic: string, links: Links): Mail =>
  composeMail(kit, {
    text: confirmationText,
    values: { topic },
    title: "One tap and you're on the list.",
    lines: [`You (or someone using this email) asked us to email you when ${topic}.`],
    link: links.confirm,
    after: ["If it wasn't you, ignore this email: you're not on the list."],
    reason: "You're receiving this one email because someone entered this address on our site.",
    unsubscribe: links.leave,
    headers: links.headers,
  });

/**
 * Tells a person who signed up that more tickets for an event are on sale.
 *
 * @returns undefined when they unsubscribed meanwhile, or the event is over or not on anymore
 */
async function salesOpen(deps: Deps, kit: MailKit, interestId: string): Promise<Mail | undefined> {
  const wish = await findInterest(deps.db, interestId);
  const eventId = wish && eventIdOf(wish.topic);
  const event = eventId === undefined ? undefined : await findEventById(deps.db, eventId);
  if (wish === undefined || wish.status === "left" || event === undefined) return undefined;
  if (event.status !== "on" || event.isOver) return undefined;
  return writeSalesOpen(kit, event, linksOf(deps, interestId, wish.topic));
}

/** Tells that tickets for an event are on sale. */
function writeSalesOpen(
  kit: MailKit,
  event: Parameters<typeof stripOf>[0],
  links: Pick<Links, "leave" | "headers">,
): Mail {
  const { venue } = event;
  const whenAndWhere = `${whenOf(event)}, ${venue.name}, ${venue.city}`;
  return composeMail(kit, {
    text: salesOpenText,
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

const interestConfirmationEmail = defineEmail({
  kind: "interest_confirmation",
  priority: 1,
  topic: z.object({ interestId: z.string() }),
  mergedSubject: (count) => `Confirm ${count} email reminders`,
  texts: [
    {
      text: confirmationText,
      example: (kit, { event }) =>
        writeInterestConfirmation(kit, `tickets for ${event.title} go on sale`, {
          ...exampleUnsubscribe(kit),
          confirm: `${kit.baseUrl}/payment-success?order=${exampleOrderId}&key=example`,
        }),
    },
  ],
  triggers: {
    "reminder.requested": ({ interestId, email, mailedAt }) => ({
      // Not a count: it starts over when someone confirms.
      key: `${interestId}:${mailedAt.getTime()}`,
      toAddress: email,
      toName: "",
      topic: { interestId },
    }),
  },
  render: (deps, kit, { topic }) => interestConfirmation(deps, kit, topic.interestId),
});

const salesOpenEmail = defineEmail({
  kind: "sales_open",
  priority: 2,
  topic: z.object({ interestId: z.string() }),
  mergedSubject: (count) => `On sale now: ${count} events`,
  texts: [{ text: salesOpenText, example: (kit, { event }) => writeSalesOpen(kit, event, exampleUnsubscribe(kit)) }],
  triggers: {
    "reminder.sales_open": ({ interestId, email, sends }) => ({
      key: `${interestId}:${sends}`,
      toAddress: email,
      toName: "",
      topic: { interestId },
    }),
  },
  render: (deps, kit, { topic }) => salesOpen(deps, kit, topic.interestId),
});

/** The emails about reminders. */
export const reminderEmails = [interestConfirmationEmail, salesOpenEmail];
