import type { Order } from "#contract/orders/orders.ts";
import {
  calendarFile,
  type EventSchedule,
  type EventInfo,
  findEventById,
  scheduleDifferences,
  previewSchedules,
} from "#server/modules/events/index.ts";
import { formatDateTime } from "#server/platform/format.ts";
import {
  composeMail,
  defineText,
  stripOf,
  type Example,
  type Mail,
  type MailKit,
} from "#server/modules/email/index.ts";
import type { AttendeeUpdatePreview, previewAttendeeUpdate as contract } from "#contract/attendee-updates.ts";
import { getAffectedBuyers } from "./service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { z } from "zod";
import {
  defineOrderEmail,
  draftToBuyer,
  eventValues,
  eventVariables,
  exampleOrder,
  exampleOrderLink,
} from "#server/modules/orders/index.ts";
import { isEventChangeOver } from "./store.ts";

const canceledText = defineText({
  kind: "event_canceled",
  name: "Event canceled",
  about: "To everyone with tickets",
  group: "events",
  place: 110,
  text: ["Canceled: {{event}}", "We know you were looking forward to this one. We're sorry.", "View your order"],
  variables: eventVariables,
});

const postponedText = defineText({
  kind: "event_postponed",
  name: "Event postponed",
  about: "To everyone with tickets",
  group: "events",
  place: 120,
  text: ["Postponed: {{event}}", "Plans changed. Here's what we know so far.", "View your order"],
  variables: eventVariables,
});

const movedText = defineText({
  kind: "event_moved",
  name: "New date",
  about: "To everyone with tickets for a postponed event that got a new date",
  group: "events",
  place: 130,
  text: ["New date for {{event}}", "Grab your calendar: it's back on.", "View your order"],
  variables: eventVariables,
});

const rescheduledText = defineText({
  kind: "event_rescheduled",
  name: "New time or venue",
  about: "To everyone with tickets when the times or the venue change",
  group: "events",
  place: 140,
  text: ["{{headline}}", "A few details changed. Here's what's new.", "View your order"],
  variables: ["headline", ...eventVariables],
});

interface About {
  order: Order;
  event: EventInfo;
  /** Opens the order without signing in. */
  link: string;
}

const texts = {
  canceled: canceledText,
  postponed: postponedText,
  moved: movedText,
  rescheduled: rescheduledText,
};

/** What changed about an event: the note of staff, when it would have started, and its schedules as JSON. */
const changeTopic = {
  eventId: z.number(),
  what: z.string(),
  note: z.string().default(""),
  startedAt: z.string().default(""),
  schedules: z.string().optional(),
};
type Change = Omit<z.output<z.ZodObject<typeof changeTopic>>, "eventId">;

/** Tells a ticket holder that their event was canceled, postponed or rescheduled, with the note that staff wrote. */
function eventChangeMail(kit: MailKit, topic: Change, { order, event, link }: About): Mail {
  const template = templateOf(topic, order, event);
  const text = texts[topic.what as keyof typeof texts] ?? postponedText;
  return composeMail(kit, {
    text,
    values: { ...eventValues(order, event), headline: template.subject },
    title: template.title,
    event: stripOf(event, kit.baseUrl),
    lines: [...template.lines, ...template.after],
    note: topic.note,
    link,
    small: `Order ${order.number}`,
    reason: "You're receiving this email because you have tickets for this event.",
  });
}

function templateOf(topic: Change, order: Order, event: EventInfo): MailTemplate {
  const tickets = order.tickets.length === 1 ? "Your ticket" : "Your tickets";
  const choice = choiceOf(order, event);
  const isOnHold = order.tickets.some((ticket) => ticket.status === "valid" && ticket.isFrozen);
  const one = order.tickets.length === 1;
  const stay = (tail: string) =>
    isOnHold
      ? `${tickets} ${one ? "is" : "are"} on hold until your bank decides.`
      : `${tickets} ${one ? "stays" : "stay"} valid${tail}`;
  const was = topic.startedAt === "" ? event.startsAt : topic.startedAt;
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
    const schedules = JSON.parse(topic.schedules ?? "") as { before: EventSchedule; after: EventSchedule };
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
    lines: [`It won't take place on ${before}. We don't have a new date yet.`],
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
interface MailTemplate {
  subject: string;
  title: string;
  /** What happened, one paragraph each. */
  lines: string[];
  /** What the reader can do, one paragraph each. */
  after: string[];
}

interface Rescheduled {
  title: string;
  before: EventSchedule;
  after: EventSchedule;
  /** How many tickets the reader has. */
  tickets: number;
  /** What readers can do who would rather not come. */
  choice: string[];
}

/** Tells holders that an event has new times or a new venue: each detail as it is now and as it was. */
export function rescheduledTemplate({ title, before, after, tickets, choice }: Rescheduled): MailTemplate {
  const differences = scheduleDifferences(before, after);
  const hasNewVenue = differences.includes("venue");
  const isAtOtherTimes = differences.some((what) => what !== "venue");
  const what = hasNewVenue && isAtOtherTimes ? "a new time and venue" : hasNewVenue ? "a new venue" : "new times";
  const nowAt = (instant: string) => formatDateTime(instant, after.timeZone);
  const wasAt = (instant: string) => formatDateTime(instant, before.timeZone);
  const lines: Record<(typeof differences)[number], string> = {
    start: `It now starts on ${nowAt(after.startsAt)}. It was scheduled for ${wasAt(before.startsAt)}.`,
    doors:
      after.doorsAt === null
        ? "Doors open when it starts."
        : `Doors now open on ${nowAt(after.doorsAt)}.${before.doorsAt === null ? "" : ` They were going to open on ${wasAt(before.doorsAt)}.`}`,
    end: `It now ends on ${nowAt(after.endsAt)}. It was going to end on ${wasAt(before.endsAt)}.`,
    venue: `It's now at ${after.venue}. It was going to be at ${before.venue}.`,
  };
  const stay = tickets === 1 ? "Your ticket stays valid" : "Your tickets stay valid";
  return {
    subject: `${what.charAt(0).toUpperCase()}${what.slice(1)} for ${title}`,
    title: `${title} has ${what}.`,
    lines: differences.map((difference) => lines[difference]),
    after: [`${stay}, so you don't need to do anything.`, ...choice],
  };
}

type Body = BodyOf<typeof contract>;

/**
 * The email that holders would get if staff saved these changes of an event, from the code that writes the real one.
 *
 * @throws AppError `not_found` | `invalid_input`
 */
export async function previewAttendeeUpdate(
  db: Database,
  eventId: number,
  { changes }: Body,
): Promise<AttendeeUpdatePreview> {
  const { title, before, after } = await previewSchedules(db, eventId, changes);
  const { people, withoutEmail, tickets } = await getAffectedBuyers(db, eventId);
  const template = rescheduledTemplate({ title, before, after, tickets, choice: [] });
  const isAny = scheduleDifferences(before, after).length > 0;
  return {
    people,
    withoutEmail,
    tickets,
    subject: template.subject,
    title: template.title,
    lines: isAny ? [...template.lines, ...template.after] : [],
  };
}

/** The schedule of an example's event. */
const scheduleOf = ({ startsAt, doorsAt, endsAt, timeZone, venue }: EventInfo) => ({
  startsAt,
  doorsAt,
  endsAt,
  timeZone,
  venue: venue.name,
});

/** An example of an update about a change. */
function exampleChange(kit: MailKit, example: Example, what: string, now: Partial<EventInfo> = {}): Mail {
  const { event } = example;
  const before = scheduleOf(event);
  return eventChangeMail(
    kit,
    {
      what,
      note: example.note ?? "",
      startedAt: event.startsAt,
      schedules: JSON.stringify({ before, after: { ...before, venue: "Harbor Hall" } }),
    },
    { order: exampleOrder(example), event: { ...event, ...now }, link: exampleOrderLink(kit) },
  );
}

/** The update about a change to an event: one per person and change. */
const eventChangeEmail = defineOrderEmail({
  kind: "event_change",
  priority: 1,
  topic: changeTopic,
  isRepeatable: true,
  isOver: isEventChangeOver,
  texts: [
    {
      text: canceledText,
      example: (kit, example) => exampleChange(kit, example, "canceled", { status: "canceled" }),
      latest: "canceled",
    },
    {
      text: postponedText,
      example: (kit, example) => exampleChange(kit, example, "postponed", { status: "postponed" }),
      latest: "postponed",
    },
    { text: movedText, example: (kit, example) => exampleChange(kit, example, "moved"), latest: "moved" },
    {
      text: rescheduledText,
      example: (kit, example) => exampleChange(kit, example, "rescheduled"),
      latest: "rescheduled",
    },
  ],
  triggers: {
    "order.event_changed": ({ eventId, change, what, note, startedAt, schedules, ...order }) =>
      draftToBuyer(`${eventId}:${change}:${order.buyerEmail}`, order, {
        eventId,
        what,
        note,
        startedAt: startedAt ?? "",
        ...(schedules ? { schedules: JSON.stringify(schedules) } : {}),
      }),
  },
  async write(deps, kit, { topic, order, link }) {
    const event = (await findEventById(deps.db, topic.eventId))!;
    return { ...eventChangeMail(kit, topic, { order, event, link }), attachments: calendarFile(deps, [event]) };
  },
});

/** The emails about changes to events. */
export const attendeeUpdateEmails = [eventChangeEmail];
