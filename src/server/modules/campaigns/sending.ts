import { z } from "zod";
import { insertOptIns } from "#server/modules/consent/index.ts";
import {
  defineEmail,
  findBulkPauseMs,
  insertMails,
  setHold,
  type BulkWriter,
  type DueBulkMail,
  type Mail,
  type MailPurpose,
} from "#server/modules/email/index.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { findAudience } from "./audience/store.ts";
import { automationKeyOf, findAutomation } from "./automations/store.ts";
import { isMarketing } from "./rules.ts";
import { toMessage, writeMessage, type Message } from "./message.ts";
import * as store from "./store.ts";

/** Recipients that one transaction writes down. */
const collectBatch = 2000;
/** Emails of a campaign that wait in the outbox: enough for the senders, few enough that pausing is quick. */
const maxQueued = 1000;

/**
 * Moves campaigns on: starts those that are due, writes down their recipients, puts their emails into the outbox a
 * thousand at a time, and ends them. Each step is one transaction that the next run repeats if a node dies. Safe on
 * several nodes at once: a campaign is locked while it moves.
 *
 * @returns true if there is more to do right away
 */
export async function runCampaigns(deps: Deps): Promise<boolean> {
  await store.startDue(deps.db);
  let isMore = false;
  for (const id of await store.findRunning(deps.db)) {
    const moved = await inTransaction(deps.db, (tx) => moveOn(tx, id));
    isMore ||= moved === "collected";
  }
  // While people buy, recipients are written down a batch at a time, one in each run.
  return isMore && (await findBulkPauseMs(deps)) === 0;
}

async function moveOn(tx: Tx, id: number): Promise<"collected" | "queued" | "waiting"> {
  const campaign = await store.lockRunning(tx, id);
  if (campaign === undefined) return "waiting";
  if (!campaign.isCollected) {
    const people = await findAudience(tx, campaign, { after: campaign.collectedTo, most: collectBatch });
    const { list } = campaign.audience;
    if (list !== undefined && campaign.purpose === "marketing") {
      const optIns = people.map(({ email }) => ({
        email,
        userId: null,
        place: "import" as const,
        text: list.howTheyOptedIn,
      }));
      await insertOptIns(tx, optIns);
    }
    await store.insertRecipients(tx, id, people);
    await store.recordCollected(tx, id, people.at(-1)?.email ?? campaign.collectedTo, people.length < collectBatch);
    return "collected";
  }
  const room = maxQueued - (await store.countQueued(tx, store.bulkKeyOf(id)));
  const waiting = room < maxQueued / 2 ? [] : await store.lockWaiting(tx, id, room);
  if (waiting.length === 0) {
    if (room === maxQueued) await store.finish(tx, id);
    return "waiting";
  }
  const keys = waiting.map((recipient) => ({ id: recipient.id, dedupeKey: `campaign:${id}:${recipient.id}` }));
  await insertMails(
    tx,
    waiting.map((recipient, index) => ({
      dedupeKey: keys[index]!.dedupeKey,
      kind: "campaign",
      priority: 3 as const,
      toAddress: recipient.email,
      toName: recipient.name,
      topic: { campaignId: id, recipientId: recipient.id, ...(campaign.audience.list && { isNamedByStaff: 1 }) },
      bulkKey: store.bulkKeyOf(id),
    })),
  );
  await store.linkMails(tx, keys);
  return "queued";
}

/** The message of a campaign or an automation. */
export async function findMessage(
  deps: Deps,
  of: { campaignId?: unknown; automationId?: unknown },
): Promise<Message | undefined> {
  if (of.campaignId !== undefined && of.campaignId !== null) {
    const campaign = await store.findCampaignMessage(deps.db, Number(of.campaignId));
    if (campaign === undefined) return undefined;
    const { purpose, content, utmCampaign } = campaign;
    // An event message shows its event unless it shows another one.
    const eventId = content.eventId ?? (purpose === "event_message" ? campaign.eventId : null);
    const aboutEventId = purpose === "event_message" ? campaign.eventId : null;
    return toMessage({ purpose, content: { ...content, eventId }, aboutEventId, utmCampaign });
  }
  if (of.automationId === undefined || of.automationId === null) return undefined;
  const automation = await findAutomation(deps.db, Number(of.automationId));
  if (automation === undefined) return undefined;
  const { id, trigger, content } = automation;
  const purpose = isMarketing(trigger) ? "marketing" : "event_message";
  const aboutEventId = purpose === "event_message" ? automation.eventId : null;
  return toMessage({ purpose, content, aboutEventId, utmCampaign: automationKeyOf(id).replace(":", "-") });
}

/** The event that an automation's occasion is about. */
export const eventOf = (occasion: string): number | null => Number(/^event:(\d+)/.exec(occasion)?.[1] ?? 0) || null;

const isForgotten = ({ email }: store.RecipientMessage): boolean => email.endsWith("@invalid");

/** Writes the emails of campaigns and automations when they are sent. */
export const bulkMail: BulkWriter = {
  refillJob: "campaigns",

  async findPurposes(deps, bulkKeys) {
    const purposes = new Map<string, MailPurpose>();
    for (const key of bulkKeys) {
      const [kind, id] = key.split(":");
      const message = await findMessage(deps, kind === "campaign" ? { campaignId: id } : { automationId: id });
      if (message !== undefined) purposes.set(key, message.purpose);
    }
    return purposes;
  },

  async pause(deps, bulkKey, refusal) {
    const [kind, id] = bulkKey.split(":");
    if (kind !== "campaign") return false;
    await inTransaction(deps.db, async (tx) => {
      // Another email of it, or a member of staff, may have paused it a moment ago.
      if (await store.pauseFor(tx, Number(id), refusal)) await setHold(tx, bulkKey, "paused");
    });
    return true;
  },

  async write(deps, mails: DueBulkMail[]) {
    const recipients = await store.findRecipients(
      deps.db,
      mails.map(({ topic }) => Number(topic.recipientId)),
    );
    const byId = new Map(recipients.map((recipient) => [recipient.id, recipient]));
    const messages = new Map<string, Message | undefined>();
    const texts = new Map<number, Mail>();
    for (const mail of mails) {
      const recipient = byId.get(Number(mail.topic.recipientId));
      // Its address is gone if the account was deleted meanwhile.
      if (recipient === undefined || recipient.email !== mail.toAddress || isForgotten(recipient)) continue;
      if (!messages.has(mail.bulkKey)) messages.set(mail.bulkKey, await findMessage(deps, recipient));
      const message = messages.get(mail.bulkKey);
      if (message === undefined) continue;
      const messageWithEvent = withEvent(message, eventOf(recipient.occasion));
      texts.set(
        mail.id,
        await writeMessage(deps, messageWithEvent, { ...recipient, name: mail.toName, recipientId: recipient.id }),
      );
    }
    return texts;
  },
};

/** A message of a campaign or an automation for its author, marked as a test. */
const testOf = <Topic extends z.ZodObject>(topic: Topic) =>
  defineEmail({
    kind: "email_test",
    priority: 0,
    topic,
    texts: [],
    neverWaits: true,
    async render(deps, _kit, { topic: of, toAddress }) {
      const message = await findMessage(deps, of);
      if (message === undefined) return undefined;
      const mail = await writeMessage(deps, message, { recipientId: null, email: toAddress, name: "Sam" });
      return { ...mail, subject: `[Test] ${mail.subject}` };
    },
  });
export const campaignTest = testOf(z.object({ campaignId: z.number() }));
export const automationTest = testOf(z.object({ automationId: z.number() }));

/** A message about the event of an occasion. It shows that event's card unless it shows another one. */
export function withEvent(message: Message, eventId: number | null): Message {
  if (eventId === null) return message;
  const { key: _, ...others } = message;
  const content = { ...message.content, eventId: message.content.eventId ?? eventId };
  return toMessage({ ...others, content, aboutEventId: eventId });
}
