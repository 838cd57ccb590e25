import {
  CampaignSummary,
  WebUrl,
  MessageContent as MessageContentSchema,
  Recipient,
  type Campaign,
  type CampaignDraft,
  type CampaignQuery,
  type MessageContent,
  type MessageInUrl,
  type RecipientQuery,
  type scheduleCampaign as scheduleContract,
} from "#contract/campaigns/campaigns.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { instantAt } from "#contract/zoned-time.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import {
  forReading,
  insertMails,
  inTheme,
  setHold,
  stopBulk,
  type Mail,
  type Theme,
} from "#server/modules/email/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import { type Cells, defineList, fileOfPages } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { newId } from "#server/platform/ids.ts";
import { shownAs } from "#server/platform/shown.ts";
import { countAudience } from "./audience/store.ts";
import { requireEvents, requireEventTitle, requirePostalAddress } from "./checks.ts";
import { toMessage, writeMessage } from "./message.ts";
import { isStillConfirmed, maxEventMessagesPerDay, steps, toCounts, utmOf, type Step } from "./rules.ts";
import { automationTest, campaignTest, findMessage, withEvent } from "./sending.ts";
import * as store from "./store.ts";

const showSummary = shownAs(CampaignSummary.omit({ counts: true }));
const campaigns = defineList(store.campaigns, showSummary, {});
const campaignCells: Cells<CampaignSummary> = {
  Created: "createdAt",
  Campaign: "name",
  Subject: "subject",
  Type: "purpose",
  Event: (campaign) => campaign.event?.title,
  Status: "status",
  Scheduled: "scheduledAt",
  Recipients: ({ counts }) => counts.total,
  Sent: ({ counts }) => counts.sent,
  Failed: ({ counts }) => counts.failed,
  Skipped: ({ counts }) => counts.skipped,
  Started: "startedAt",
  Ended: "endedAt",
  ID: "id",
  "Event ID": (campaign) => campaign.event?.id,
};

/** All campaigns that match, as a spreadsheet file. Times are in UTC. */
export const campaignsFile = (deps: Deps, query: Omit<CampaignQuery, "page" | "cursor">) =>
  fileOfPages((cursor) => listCampaigns(deps, { ...query, cursor }), campaignCells);

/** Campaigns and messages to attendees, newest first, with their progress. */
export async function listCampaigns({ db }: Deps, query: CampaignQuery) {
  const page = await campaigns.list(db, query);
  const counts = await countAll(db, page.items);
  return { ...page, items: page.items.map((item) => ({ ...item, counts: counts(item) })) };
}

async function countAll(db: Queryable, of: Pick<CampaignSummary, "id" | "status">[]) {
  const ids = of.map(({ id }) => id);
  const [statuses, noMail] = await Promise.all([
    store.countStatuses(db, ids.map(store.bulkKeyOf)),
    store.countWithoutMail(db, ids),
  ]);
  return ({ id, status }: Pick<CampaignSummary, "id" | "status">) => {
    const campaignStatuses = statuses.filter(({ bulkKey }) => bulkKey === store.bulkKeyOf(id));
    return toCounts(campaignStatuses, noMail.get(id) ?? 0, status === "stopped");
  };
}

/** A campaign with its progress and results. @throws AppError `not_found` */
export async function getCampaign({ db }: Pick<Deps, "db">, id: number): Promise<Campaign> {
  return show(db, requireFound(await store.findCampaign(db, id)));
}

async function show(db: Queryable, row: store.WholeCampaignRow): Promise<Campaign> {
  const { content, audience, utmCampaign, confirmedCount, createdBy } = row;
  const summary = showSummary(row);
  const counts = await countAll(db, [summary]);
  const of = { campaignId: summary.id };
  const [reactions, revenue, links] = await Promise.all([
    store.findReactions(db, of),
    store.findRevenue(db, utmCampaign),
    store.findLinks(db, of),
  ]);
  const results = { ...reactions, revenue };
  return {
    ...summary,
    counts: counts(summary),
    content,
    audience,
    utmCampaign,
    confirmedCount,
    createdBy,
    results,
    links,
  };
}

async function requireSound(db: Queryable, { purpose, eventId, content }: CampaignDraft): Promise<void> {
  if (purpose === "event_message" && eventId === null) {
    throw new AppError("invalid_input", { errors: [{ message: "Choose the event", path: "eventId" }] });
  }
  await requireEvents(db, [eventId, content.eventId]);
  requireEventTitle(content, purpose === "event_message");
}

const target = (id: number) => ({ kind: "campaign", id });
const audited = ({ name, purpose, content: { subject } }: CampaignDraft) => ({ name, purpose, subject });

/** Creates a draft. @throws AppError `invalid_input` | `not_found` */
export function createCampaign({ db }: Deps, staff: Principal, draft: CampaignDraft): Promise<Campaign> {
  return inTransaction(db, (tx) => create(tx, staff, draft));
}

async function create(tx: Tx, staff: Principal, draft: CampaignDraft): Promise<Campaign> {
  await requireSound(tx, draft);
  const id = await store.insertCampaign(tx, draft, staff.id);
  await store.setUtm(tx, id, utmOf(draft.name, id));
  await recordAction(tx, { staff, action: "campaign.created", target: target(id), after: audited(draft) });
  return show(tx, requireFound(await store.findCampaign(tx, id)));
}

/** Starts a draft from any campaign. @throws AppError `not_found` */
export function copyCampaign({ db }: Deps, staff: Principal, id: number): Promise<Campaign> {
  return inTransaction(db, async (tx) => {
    const { name, purpose, event, content, audience } = requireFound(await store.findCampaign(tx, id));
    const copy = {
      name: `Copy of ${String(name)}`.slice(0, 80),
      purpose,
      eventId: event?.id ?? null,
      content,
      audience,
    };
    return create(tx, staff, copy);
  });
}

async function requireDraft(tx: Tx, id: number, version?: number): Promise<{ name: string }> {
  const locked = requireFound(await store.lockCampaign(tx, id));
  if (locked.status !== "draft") {
    throw new AppError("not_a_draft", { message: "Only a draft can be changed. Copy this campaign instead." });
  }
  if (version !== undefined && locked.version !== version) throw new AppError("edited_meanwhile");
  return locked;
}

/** Changes a draft. @throws AppError `not_found` | `edited_meanwhile` | `not_a_draft` | `invalid_input` */
export function changeCampaign(
  { db }: Deps,
  staff: Principal,
  id: number,
  { version, ...draft }: CampaignDraft & { version: number },
): Promise<Campaign> {
  return inTransaction(db, async (tx) => {
    await requireDraft(tx, id, version);
    await requireSound(tx, draft);
    await store.updateCampaign(tx, id, draft, utmOf(draft.name, id));
    await recordAction(tx, { staff, action: "campaign.changed", target: target(id), after: audited(draft) });
    return show(tx, requireFound(await store.findCampaign(tx, id)));
  });
}

/** Deletes a draft. @throws AppError `not_found` | `not_a_draft` */
export function deleteCampaign({ db }: Deps, staff: Principal, id: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { name } = await requireDraft(tx, id);
    await store.deleteCampaign(tx, id);
    await recordAction(tx, { staff, action: "campaign.deleted", target: target(id), before: { name } });
  });
}

/**
 * Sends a draft now or at a local time. From then on it can't be changed. The number of people that the sender confirmed
 * must still be about right.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `not_a_draft` | `invalid_input` a time in the past | `not_ready`
 *   nobody to send to, or no postal address | `over_limit` the audience changed, or too many messages about an event
 */
export async function scheduleCampaign(
  deps: Deps,
  staff: Principal,
  id: number,
  { version, at, timeZone, confirmedCount }: BodyOf<typeof scheduleContract>,
): Promise<Campaign> {
  const instant = at === null ? null : instantAt(at, timeZone);
  const invalidTime = (message: string) => new AppError("invalid_input", { errors: [{ message, path: "at" }] });
  if (instant === undefined) throw invalidTime("Enter a date and a time");
  const campaign = await inTransaction(deps.db, async (tx) => {
    await requireDraft(tx, id, version);
    if (instant !== null && !(await store.isAhead(tx, instant))) throw invalidTime("Choose a time in the future");
    const row = requireFound(await store.findCampaign(tx, id));
    const purpose = row.purpose;
    const eventId = row.event?.id ?? null;
    // A draft may be older than a rule.
    const problem = MessageContentSchema.safeParse(row.content).error?.issues[0]?.message;
    if (problem !== undefined) throw new AppError("not_ready", { message: `${problem}. Change the draft first.` });
    if (purpose === "marketing") await requirePostalAddress(tx);
    else await requireFewMessages(tx, eventId!, instant);
    const { count } = await countAudience(tx, { purpose, eventId, audience: row.audience });
    if (count === 0) throw new AppError("not_ready", { message: "Nobody would get this. Change the audience." });
    if (!isStillConfirmed(confirmedCount, count)) {
      throw new AppError("over_limit", {
        message: `This would now go to ${count} people, not ${confirmedCount}. Check the audience and confirm again.`,
      });
    }
    await store.schedule(tx, id, { at: instant, timeZone, confirmedCount });
    const after = { at: instant ?? "now", people: count, confirmedCount };
    await recordAction(tx, { staff, action: "campaign.scheduled", target: target(id), after });
    return show(tx, requireFound(await store.findCampaign(tx, id)));
  });
  deps.nudge("campaigns");
  return campaign;
}

async function requireFewMessages(tx: Tx, eventId: number, at: string | null): Promise<void> {
  await store.lockEventMessages(tx, eventId);
  if ((await store.countEventMessages(tx, eventId, at)) < maxEventMessagesPerDay) return;
  throw new AppError("over_limit", {
    message: `This event already has ${maxEventMessagesPerDay} messages within a day. Choose another day.`,
  });
}

const stepActions = {
  unschedule: "campaign.unscheduled",
  pause: "campaign.paused",
  resume: "campaign.resumed",
  stop: "campaign.stopped",
} as const;

/**
 * Unschedules, pauses, resumes or stops a campaign, with its emails in the outbox: what isn't with the email server at
 * this moment doesn't leave.
 *
 * @throws AppError `not_found` | `status_final` | `not_ready` for a step that its status doesn't have
 */
export async function applyStep(deps: Deps, staff: Principal, id: number, step: Step): Promise<Campaign> {
  const campaign = await inTransaction(deps.db, async (tx) => {
    const { status, name } = requireFound(await store.lockCampaign(tx, id));
    if (status === "done" || status === "stopped") throw new AppError("status_final");
    const { from, to } = steps[step];
    if (!(from as string[]).includes(status)) {
      throw new AppError("not_ready", { message: `A campaign that is ${status} can't do that` });
    }
    await store.setStatus(tx, id, to);
    const bulkKey = store.bulkKeyOf(id);
    if (step === "stop") await stopBulk(tx, bulkKey);
    else if (step !== "unschedule") await setHold(tx, bulkKey, step === "pause" ? "paused" : null);
    await recordAction(tx, { staff, action: stepActions[step], target: target(id), after: { name } });
    return show(tx, requireFound(await store.findCampaign(tx, id)));
  });
  deps.nudge("campaigns");
  return campaign;
}

/** Sends a campaign's or an automation's message to one address, marked as a test. @throws AppError `not_found` */
export async function sendTest(
  deps: Deps,
  staff: Principal,
  of: { campaignId: number } | { automationId: number },
  email: string,
): Promise<void> {
  requireFound(await findMessage(deps, of));
  const isCampaign = "campaignId" in of;
  const about = isCampaign ? { kind: "campaign", id: of.campaignId } : { kind: "automation", id: of.automationId };
  await inTransaction(deps.db, async (tx) => {
    const to = { key: newId(), toAddress: email, toName: "" };
    const test =
      "campaignId" in of ? campaignTest.toRow({ ...to, topic: of }) : automationTest.toRow({ ...to, topic: of });
    await insertMails(tx, [test]);
    await recordAction(tx, {
      staff,
      action: isCampaign ? "campaign.tested" : "automation.tested",
      target: about,
      after: { email },
    });
  });
}

const sample = { recipientId: null, email: "sam@example.com" };

/** The HTML of a message that isn't saved yet. What can't be sent like this is left out. @throws AppError `not_found` */
export async function previewMessage(deps: Deps, typed: MessageInUrl): Promise<string> {
  const {
    purpose,
    subject,
    preheader,
    body,
    heroKey = null,
    buttonLabel,
    buttonUrl,
    cardEventId,
    eventId,
    name,
  } = typed;
  const content: MessageContent = {
    subject: subject || "Subject",
    preheader,
    body,
    heroKey,
    button: buttonLabel === "" ? null : { label: buttonLabel, url: WebUrl.safeParse(buttonUrl).data ?? "/" },
    eventId: cardEventId ?? null,
  };
  await requireEvents(deps.db, [content.eventId, eventId ?? null]);
  const about = eventId ?? null;
  const message = withEvent(toMessage({ purpose, content, aboutEventId: about, utmCampaign: "preview" }), about);
  return toFrame(await writeMessage(deps, message, { ...sample, name }), typed.theme);
}

/** A campaign's HTML as its recipients read it. @throws AppError `not_found` */
export async function getCampaignHtml(deps: Deps, campaignId: number, theme?: Theme): Promise<string> {
  const message = requireFound(await findMessage(deps, { campaignId }));
  return toFrame(await writeMessage(deps, message, { ...sample, name: "Sam" }), theme);
}

/** A message for a frame: its links open in a new tab. */
const toFrame = ({ html }: Mail, theme: Theme | undefined): string =>
  forReading(theme === undefined ? html : inTheme(html, theme), new Map());

/** Who gets a campaign, in order. Times in spreadsheets are in UTC. */
export const recipients = defineList(store.recipients, shownAs(Recipient), {
  Name: "name",
  Email: "email",
  Status: "status",
  Reason: "reason",
  Sent: "sentAt",
  Clicks: "clicks",
  "Email ID": "mailId",
  ID: "id",
});

/** Recipients of one campaign. @throws AppError `not_found` */
export async function listRecipients({ db }: Deps, campaignId: number, query: RecipientQuery) {
  requireFound(await store.findCampaignMessage(db, campaignId));
  return recipients.list(db, { ...query, campaignId });
}
