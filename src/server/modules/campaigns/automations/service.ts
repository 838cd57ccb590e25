import type { Automation, AutomationDraft } from "#contract/campaigns/automations.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { insertMails } from "#server/modules/email/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { SheetFile } from "#server/platform/csv.ts";
import { type Cells, fileOfAll } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { requireEvents, requireEventTitle, requirePostalAddress } from "../checks.ts";
import { toCounts, isAboutEvent, isMarketing } from "../rules.ts";
import { linkMails, countStatuses, findReactions, findRevenue } from "../store.ts";
import * as store from "./store.ts";

/** People that one transaction writes to. */
const batchSize = 500;

/**
 * Writes to everyone who is due for an automation that is on: recipients and emails are one transaction, and a person
 * gets one message per automation and occasion. Safe on several nodes at once.
 *
 * @returns true if there may be more
 */
export async function runAutomations(deps: Deps): Promise<boolean> {
  let isMore = false;
  for (const { id } of await store.findActive(deps.db)) {
    const count = await inTransaction(deps.db, async (tx) => {
      const active = await store.lockActive(tx, id);
      if (active === undefined) return 0;
      const due = await store.findDue(tx, id, active, batchSize);
      const added = await store.insertDue(tx, id, due);
      const keys = added.map((person) => ({ id: person.id, dedupeKey: `automation:${id}:${person.id}` }));
      await insertMails(
        tx,
        added.map((person, index) => ({
          dedupeKey: keys[index]!.dedupeKey,
          kind: "automation",
          priority: 3 as const,
          toAddress: person.email,
          toName: person.name,
          topic: { automationId: id, recipientId: person.id },
          bulkKey: store.automationKeyOf(id),
        })),
      );
      await linkMails(tx, keys);
      return added.length;
    });
    isMore ||= count === batchSize;
  }
  return isMore;
}

async function show(db: Queryable, row: store.AutomationRow): Promise<Automation> {
  const key = store.automationKeyOf(row.id);
  const [statuses, reactions, revenue] = await Promise.all([
    countStatuses(db, [key]),
    findReactions(db, { automationId: row.id }),
    findRevenue(db, key.replace(":", "-")),
  ]);
  return {
    ...(row as Omit<Automation, "counts" | "results" | "isMarketing">),
    event: row.event && ({ ...row.event, startsAt: new Date(row.event.startsAt).toISOString() } as Automation["event"]),
    updatedAt: new Date(row.updatedAt).toISOString(),
    isMarketing: isMarketing(row.trigger),
    counts: toCounts(statuses, 0, false),
    results: { ...reactions, revenue },
  };
}

/** All automations with what they sent. */
export async function listAutomations({ db }: Deps) {
  return { items: await Promise.all((await store.findAutomations(db)).map((row) => show(db, row))) };
}

const cells: Cells<Automation> = {
  Automation: "name",
  Trigger: "trigger",
  "Wait (hours)": "waitHours",
  Event: ({ event }) => event?.title,
  On: ({ isOn }) => (isOn ? "yes" : "no"),
  "Only with opt-in": (automation) => (automation.isMarketing ? "yes" : "no"),
  Recipients: ({ counts }) => counts.total,
  Sent: ({ counts }) => counts.sent,
  Failed: ({ counts }) => counts.failed,
  Skipped: ({ counts }) => counts.skipped,
  "People who clicked": ({ results }) => results.clickers,
  Unsubscribes: ({ results }) => results.unsubscribes,
  Orders: ({ results }) => results.revenue.reduce((sum, { orders }) => sum + orders, 0),
  Revenue: ({ results }) =>
    results.revenue.map(({ currency, revenueCents }) => `${revenueCents / 100} ${currency}`).join(", "),
  ID: "id",
  "Event ID": "eventId",
};

/** All automations as a spreadsheet file. */
export const automationsFile = async (deps: Deps): Promise<SheetFile> =>
  fileOfAll((await listAutomations(deps)).items, cells);

async function requireSound(db: Queryable, { eventId, content, isOn, trigger }: AutomationDraft): Promise<void> {
  await requireEvents(db, [eventId, content.eventId]);
  requireEventTitle(content, isAboutEvent(trigger));
  if (isOn && isMarketing(trigger)) await requirePostalAddress(db);
}

const audited = ({ content: _, ...draft }: AutomationDraft) => draft;

/** Creates an automation. @throws AppError `not_found` an event | `not_ready` without a postal address */
export async function createAutomation({ db }: Deps, staff: Principal, draft: AutomationDraft): Promise<Automation> {
  return inTransaction(db, async (tx) => {
    await requireSound(tx, draft);
    const id = await store.insertAutomation(tx, draft);
    const target = { kind: "automation", id };
    await recordAction(tx, { staff, action: "automation.created", target, after: audited(draft) });
    return show(tx, requireFound(await store.findAutomation(tx, id)));
  });
}

/**
 * Changes an automation, or turns it on or off. What it reacts to stays once it wrote to someone: that also decides whose
 * opt-in it needs.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `not_ready`
 */
export function changeAutomation(
  { db }: Deps,
  staff: Principal,
  id: number,
  { version, ...draft }: AutomationDraft & { version: number },
): Promise<Automation> {
  return inTransaction(db, async (tx) => {
    await store.lockAutomation(tx, id);
    const before = requireFound(await store.findAutomation(tx, id));
    if (before.trigger !== draft.trigger && (await store.hasRecipients(tx, id))) {
      throw new AppError("not_ready", {
        message: "This automation has sent emails, so its trigger can't change. Create a new one.",
      });
    }
    await requireSound(tx, draft);
    if (!(await store.updateAutomation(tx, id, version, draft))) throw new AppError("edited_meanwhile");
    const target = { kind: "automation", id };
    const { name, isOn, waitHours } = before;
    await recordAction(tx, {
      staff,
      action: "automation.changed",
      target,
      before: { name, isOn, waitHours },
      after: audited(draft),
    });
    return show(tx, requireFound(await store.findAutomation(tx, id)));
  });
}

/** Deletes an automation that never wrote to anyone; turn off others. @throws AppError `not_found` */
export function deleteAutomation({ db }: Deps, staff: Principal, id: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    const name = requireFound(await store.deleteAutomation(tx, id));
    const target = { kind: "automation", id };
    await recordAction(tx, { staff, action: "automation.deleted", target, before: { name } });
  });
}
