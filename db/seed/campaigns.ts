import type { CampaignDraft, MessageContent } from "#contract/campaigns/campaigns.ts";
import type { App } from "#server/app.ts";
import {
  createAutomation,
  createCampaign,
  previewAudience,
  saveAudience,
  scheduleCampaign,
} from "#server/modules/campaigns/index.ts";
import { suppress } from "#server/modules/consent/index.ts";
import { changeSettings } from "#server/modules/settings/index.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { Interlude } from "./ticket-sales.ts";
import type { ArrivedMail } from "./mailbox.ts";
import type { Purchase } from "./purchases.ts";
import { createDice } from "./seeded-random.ts";
import type { StagedEvent } from "./stage.ts";
import type { TimeMachine } from "./time-machine.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";

const nothing: MessageContent = { subject: "", preheader: "", body: "", heroKey: null, button: null, eventId: null };

interface Given {
  machine: TimeMachine;
  /** An app that sends email to the mailbox. */
  app: App;
  arrived: ArrivedMail[];
  staff: Principal;
  events: StagedEvent[];
  /** Those that are still to be made get what they came from. */
  purchases: Purchase[];
  now: Date;
}

/**
 * What staff send while tickets are sold: automations from the start, a campaign, and a message to attendees. Automations
 * also look around before and after each event of that time, whether or not someone buys then.
 */
export function planCampaigns(given: Given): Interlude[] {
  const { app, events, now } = given;
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const rounds = events
    .flatMap(({ times }) => [times.startsAt.getTime() - 23 * hour, times.endsAt.getTime() + 13 * hour])
    .filter((at) => at > ago(18).getTime() && at < now.getTime())
    .map((at) => ({ at: new Date(at), run: () => sendBulk(app) }));
  return [
    { at: ago(18), run: () => setUp(given) },
    { at: ago(5), run: () => announce(given, ago(5)) },
    { at: ago(2), run: () => messageAttendees(given) },
    ...rounds,
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** Emails that don't exist: of one buyer of each past event, so that what comes before it bounces and later is skipped. */
export function planUnknown(events: StagedEvent[], purchases: Purchase[]): string[] {
  return events
    .filter(({ event }) => event.turnout !== undefined)
    .map(({ types }) => {
      const ids = types.map(({ id }) => id);
      const buyers = purchases.filter(
        ({ draft, ending }) => ending !== "abandoned" && ids.includes(draft.lines[0]!.ticketTypeId ?? 0),
      );
      return buyers[Math.floor(buyers.length / 2)]!.person.email;
    });
}

/** Sends what automations and campaigns have to send by now. */
export async function sendBulk({ runJob }: App): Promise<void> {
  await runJob("automations");
  for (let round = 0; round < 3; round++) {
    await runJob("campaigns");
    await runJob("campaign-mail");
  }
  await runJob("campaigns");
}

async function setUp({ app: { deps }, staff }: Given): Promise<void> {
  await changeSettings(deps, staff, {
    postalAddress: "Savage Gentlemen Lifestyle\n214 Example Street\nBrooklyn, NY 11231",
  });
  const common = { isOn: true, eventId: null };
  await createAutomation(deps, staff, {
    ...common,
    name: "The day before",
    trigger: "day_before",
    waitHours: 24,
    content: {
      ...nothing,
      subject: "Tomorrow: {{eventTitle}}",
      preheader: "What to bring, and when doors open.",
      body: "Hey {{firstName|family}},\n\n{{eventTitle}} is **tomorrow**.\n\n- Bring a photo ID and your ticket. A screenshot works.\n- Come early: the line is shortest in the first half hour.\n\nSee you on the floor.",
      button: { label: "My tickets", url: "/my-tickets" },
    },
  });
  await createAutomation(deps, staff, {
    ...common,
    name: "Thank you",
    trigger: "after_event",
    waitHours: 12,
    content: {
      ...nothing,
      subject: "Thank you for coming to {{eventTitle}}",
      preheader: "Photos are on their way.",
      body: "{{firstName|Family}}, thank you.\n\nThe photos will be on the event's page by Wednesday. If you lost something, reply to this email.",
    },
  });
  await createAutomation(deps, staff, {
    ...common,
    name: "Left at checkout",
    trigger: "abandoned_checkout",
    waitHours: 2,
    content: {
      ...nothing,
      subject: "Still want those tickets?",
      body: "Hey {{firstName|there}},\n\nYou picked tickets and didn't finish. They're back on sale, so if you still want them, be quick.",
      button: { label: "See events", url: "/events" },
    },
  });
  await createAutomation(deps, staff, {
    name: "We miss you",
    trigger: "win_back",
    isOn: false,
    eventId: null,
    waitHours: 180 * 24,
    content: {
      ...nothing,
      subject: "It's been a while, {{firstName|family}}",
      body: "Half a year without a dance is too long.\n\nHere's what's coming up.",
      button: { label: "See events", url: "/events" },
    },
  });
}

async function launch(app: App, staff: Principal, draft: CampaignDraft) {
  const campaign = await createCampaign(app.deps, staff, draft);
  const { count } = await previewAudience(app.deps, draft);
  if (count === 0) return campaign;
  const now = { at: null, timeZone: "America/New_York", confirmedCount: count, version: campaign.version };
  await scheduleCampaign(app.deps, staff, campaign.id, now);
  await sendBulk(app);
  return campaign;
}

/** A campaign that was read, clicked, and brought sales. */
async function announce(given: Given, at: Date): Promise<void> {
  const { machine, app, arrived, staff, events, purchases } = given;
  const jouvert = events.find(({ event }) => event.key === "jouvert-at-midnight");
  if (jouvert === undefined) return;
  await click(app, arrived);
  arrived.length = 0;
  const { utmCampaign } = await launch(app, staff, {
    name: "J'ouvert: the paint is ordered",
    purpose: "marketing",
    eventId: null,
    audience: {},
    content: {
      subject: "{{firstName|Family}}, the paint is ordered",
      preheader: "J'ouvert at Midnight: the second price tier is almost gone.",
      body: "You've been asking since Labor Day, so here it is: **J'ouvert comes back to Brooklyn.**\n\n- Powder, paint and mud until sunrise\n- Two trucks, one pan side\n- Hot soup at 5:00 AM\n\nWear what you don't need back. [Here's the whole calendar](/events).",
      heroKey: jouvert.event.key,
      button: { label: "Get tickets", url: `/events/${jouvert.id}/${jouvert.event.key}` },
      eventId: jouvert.id,
    },
  });
  await machine.travelTo(new Date(at.getTime() + 40 * 60 * 1000));
  const clickers = await click(app, arrived);
  for (const { raw } of arrived.slice(40, 43)) await unsubscribe(app, raw);
  let left = 11;
  for (const purchase of purchases) {
    if (left === 0) break;
    if (purchase.at <= at || purchase.ending !== "paid" || !purchase.isFixed) continue;
    if (!clickers.has(purchase.person.email)) continue;
    purchase.draft = { ...purchase.draft, source: "email", campaign: utmCampaign };
    left--;
  }
}

/** A part of the readers follows a link. @returns their addresses */
async function click({ server }: App, arrived: ArrivedMail[]): Promise<Set<string>> {
  const dice = createDice(407);
  const clickers = new Set<string>();
  for (const { to, raw } of arrived) {
    const tokens = [...readable(raw).matchAll(/\/api\/email\/click\?c=([\w-]+)/g)].map(([, token]) => token!);
    if (tokens.length === 0 || !dice.chance(0.34)) continue;
    clickers.add(to);
    for (const token of new Set([tokens[0]!, dice.pick(tokens)])) {
      await server.inject({ url: `/api/email/click?c=${token}`, headers: { "user-agent": phone } });
    }
  }
  return clickers;
}

async function unsubscribe({ server }: App, raw: string): Promise<void> {
  const token = /\/api\/email\/unsubscribe\?token=([\w-]+)/.exec(readable(raw))?.[1];
  await server.inject({ method: "POST", url: `/api/email/unsubscribe?token=${token}` });
}

/** The text of an email without the line breaks and escapes of quoted-printable. */
const readable = (raw: string) => raw.replaceAll("=\r\n", "").replaceAll("=3D", "=");

/** A message to everyone with a ticket for the next event. */
async function messageAttendees({ app, staff, events, now }: Given): Promise<void> {
  const ahead = events.filter(({ times }) => times.startsAt.getTime() > now.getTime() + day);
  const [next] = ahead.toSorted((one, other) => one.times.startsAt.getTime() - other.times.startsAt.getTime());
  if (next === undefined) return;
  await launch(app, staff, {
    name: "Parking and the entrance",
    purpose: "event_message",
    eventId: next.id,
    audience: {},
    content: {
      ...nothing,
      subject: "{{eventTitle}}: which entrance, and where to park",
      preheader: "Use the side entrance. Street parking is free after 7:00 PM.",
      body: "Two things before {{eventTitle}}:\n\n1. **Use the side entrance.** The front is closed for painting.\n2. Street parking is free after 7:00 PM. The lot next door isn't ours, and they tow.\n\nHave your ticket open when you get to the door.",
      eventId: next.id,
    },
  });
}

/** What staff are working on now: a draft, a scheduled campaign, saved audiences, and addresses that get nothing. */
export async function leaveDrafts({ app: { deps }, staff, events, now }: Given): Promise<void> {
  const idOf = (key: string) => events.find(({ event }) => event.key === key)?.id;
  const brunch = idOf("gold-coast-brunch");
  const audience = {
    holdsEventIds: [...new Set([idOf("velvet-riddim"), idOf("island-frequencies")])].flatMap((id) => id ?? []),
  };
  await saveAudience(deps, staff, { name: "Florida regulars", audience });
  await saveAudience(deps, staff, { name: "Big spenders", audience: { spend: { currency: "USD", minCents: 20_000 } } });
  const draft = {
    purpose: "marketing" as const,
    eventId: null,
    content: {
      ...nothing,
      subject: "Brunch is better with bass",
      preheader: "Gold Coast Brunch: ackee, saltfish and a steel trio.",
      body: "Hey {{firstName|family}},\n\nbreadfruit at eleven, steel trio at noon, and nobody asks you to leave before five.",
      button: { label: "Book a table", url: "/events" },
      eventId: brunch ?? null,
    },
  };
  await createCampaign(deps, staff, { ...draft, name: "Brunch for Florida", audience });
  const planned = { ...draft, name: "Monthly calendar", audience: {} };
  planned.content = {
    ...nothing,
    subject: "Your next month, planned",
    preheader: "",
    body: "Every date of the month, in one place.",
    button: { label: "See the calendar", url: "/events" },
    eventId: null,
  };
  const { id, version } = await createCampaign(deps, staff, planned);
  const { count } = await previewAudience(deps, planned);
  const at = `${new Date(now.getTime() + 4 * day).toISOString().slice(0, 10)}T10:00`;
  if (count > 0) {
    await scheduleCampaign(deps, staff, id, { version, at, timeZone: "America/New_York", confirmedCount: count });
  }
  await suppress(deps.db, { email: "curtis.weekes@example.net", cause: "complaint", detail: "Marked as spam" });
  await suppress(deps.db, {
    email: "no.thanks@example.net",
    cause: "staff",
    detail: "Asked on the phone not to get any news",
    staffId: staff.id,
  });
}
