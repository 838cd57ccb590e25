import type { WithoutEmail } from "#contract/attendee-updates.ts";
import type { Audience, AudiencePreview, SavedAudience } from "#contract/campaigns/audiences.ts";
import { getAffectedBuyers } from "#server/modules/attendee-updates/index.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import type { SheetFile } from "#server/platform/csv.ts";
import { type Cells, fileOfAll } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import * as store from "./store.ts";

/** How many people of an audience staff see before they send. */
const sampleSize = 10;

/** How many people get a message right now, some of them, and how many don't. */
export async function previewAudience(
  { db }: Pick<Deps, "db">,
  question: store.AudienceQuestion,
): Promise<AudiencePreview> {
  if (question.purpose === "event_message" && question.eventId === null) {
    throw new AppError("invalid_input", { errors: [{ message: "Choose the event", path: "eventId" }] });
  }
  const { count, ...excluded } = await store.countAudience(db, question);
  const sample = await store.findAudience(db, question, { after: "", most: sampleSize });
  return { count, excluded, sample, withoutEmail: await findWithoutEmail(db, question) };
}

async function findWithoutEmail(db: Database, { purpose, eventId }: store.AudienceQuestion): Promise<WithoutEmail> {
  if (purpose === "marketing" || eventId === null) return { count: 0, names: [] };
  return (await getAffectedBuyers(db, eventId)).withoutEmail;
}

type Row = Awaited<ReturnType<typeof store.findSaved>>[number];
const show = ({ updatedAt, ...row }: Row): SavedAudience => ({ ...row, updatedAt: updatedAt.toISOString() });

/** All saved audiences. */
export async function listAudiences({ db }: Deps) {
  return { items: (await store.findSaved(db)).map(show) };
}

const idsOf = (ids: number[] = []) => ids.join(", ");
const unitsOf = (cents: number | undefined) => (cents === undefined ? undefined : cents / 100);

const cells: Cells<SavedAudience> = {
  Audience: "name",
  "Tickets for (event IDs)": ({ audience }) => idsOf(audience.holdsEventIds),
  "Checked in at (event IDs)": ({ audience }) => idsOf(audience.attendedEventIds),
  "Ticket type IDs": ({ audience }) => idsOf(audience.ticketTypeIds),
  City: ({ audience }) => audience.city,
  "Product IDs": ({ audience }) => idsOf(audience.productIds),
  Currency: ({ audience }) => audience.spend?.currency,
  "Spent from": ({ audience }) => unitsOf(audience.spend?.minCents),
  "Spent up to": ({ audience }) => unitsOf(audience.spend?.maxCents),
  "Member from": ({ audience }) => audience.memberSince?.from,
  "Member until": ({ audience }) => audience.memberSince?.until,
  "Follows (person IDs)": ({ audience }) => idsOf(audience.followsPersonIds),
  "Opted in from": ({ audience }) => audience.optedIn?.from,
  "Opted in until": ({ audience }) => audience.optedIn?.until,
  "Imported people": ({ audience }) => audience.list?.people.length,
  "How they opted in": ({ audience }) => audience.list?.howTheyOptedIn,
  Updated: "updatedAt",
  ID: "id",
};

/** All saved audiences as a spreadsheet file. */
export const audiencesFile = async (deps: Deps): Promise<SheetFile> =>
  fileOfAll((await listAudiences(deps)).items, cells);

interface AudienceDraft {
  name: string;
  audience: Audience;
}

/** Saves an audience under a name. @throws AppError `already_exists` */
export function saveAudience(
  { db }: Deps,
  staff: Principal,
  { name, audience }: AudienceDraft,
): Promise<SavedAudience> {
  return inTransaction(db, async (tx) => {
    if (await store.hasName(tx, name, null)) throw new AppError("already_exists");
    const saved = await store.insertSaved(tx, name, audience, staff.id);
    const target = { kind: "audience", id: saved.id };
    await recordAction(tx, { staff, action: "audience.created", target, after: { name } });
    return show(saved);
  });
}

/** Changes a saved audience. Campaigns that were made from it stay as they are. @throws AppError `already_exists` | `not_found` */
export function changeAudience({ db }: Deps, staff: Principal, id: number, { name, audience }: AudienceDraft) {
  return inTransaction(db, async (tx) => {
    if (await store.hasName(tx, name, id)) throw new AppError("already_exists");
    const saved = requireFound(await store.updateSaved(tx, id, name, audience));
    await recordAction(tx, { staff, action: "audience.changed", target: { kind: "audience", id }, after: { name } });
    return show(saved);
  });
}

/** Deletes a saved audience. @throws AppError `not_found` */
export function deleteAudience({ db }: Deps, staff: Principal, id: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    const name = requireFound(await store.deleteSaved(tx, id));
    await recordAction(tx, { staff, action: "audience.deleted", target: { kind: "audience", id }, before: { name } });
  });
}
