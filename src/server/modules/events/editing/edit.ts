import type { changeEvent as contract, EventChanges } from "#contract/event-editing.ts";
import type { z } from "zod";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { findArrangements } from "../arrangement/service.ts";
import { isWorthTelling } from "../arrangement/rules.ts";
import { housePoster } from "../house-poster.ts";
import { searchTextOf } from "../search.ts";
import { findChosen, notePictures } from "./pictures.ts";
import { cleanRichText, plainTextOf } from "./rich-text.ts";
import * as store from "./edit-store.ts";
import { findVenue } from "./store.ts";

type Body = z.output<NonNullable<typeof contract.body>>;

/**
 * Saves what an editor changed of a night. The night is locked and its version compared first: of two who save at once
 * the later one is told, and nothing of the earlier one is lost. Other times or another place are not saved before
 * somebody said whether the people who hold tickets are told; their mails are written in the same transaction.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `already_exists` (the address is another night's) | `invalid_input`
 *   | `holders_to_tell`
 */
export async function changeEvent(deps: Deps, staff: Principal, id: number, body: Body): Promise<void> {
  const { version, changes } = body;
  await inTransaction(deps.db, async (tx) => {
    const before = await store.lockEditable(tx, id);
    if (before === undefined) throw new AppError("not_found");
    if (before.version !== version) throw new AppError("edited_meanwhile");
    const after = await applyChanges(tx, before, changes);
    requireOrder(after);
    if (before.visibility !== "draft" || before.isPlanned) requireWhole(after);
    const differs = differencesOf(before, after);
    if (Object.keys(differs.after).length === 0) return;
    await moveSlug(tx, before, after);
    const venue = await findVenue(tx, after.venueId);
    if (venue === undefined) throw refuse("venueId", "There is no such place");
    await notePictures(tx, after, after);
    const [was, now] = await findArrangements(tx, before, after);
    const isRearranged = isWorthTelling(was, now);
    const change = await store.writeEdited(tx, after, searchTextOf({ ...after, venue }), isRearranged);
    await recordAction(tx, { staff, action: "night.changed", target: { kind: "night", id }, ...differs });
    if (!isRearranged) return;
    const notice = body.holders;
    await deps.facts.tell(tx, "event.rearranged", [{ eventId: id, change, before: was, after: now, staff, notice }]);
  });
  deps.nudge("mail");
}

function refuse(path: string, message: string): AppError {
  return new AppError("invalid_input", { message, errors: [{ message, path: `changes.${path}` }] });
}

async function applyChanges(tx: Tx, row: store.EditableRow, changes: EventChanges): Promise<store.EditableRow> {
  const { descriptionHtml, lineup, poster, gallery, startsAt, doorsAt, endsAt, ...plain } = changes;
  const acts = lineup?.flatMap(({ picture }) => picture ?? []) ?? [];
  const pick = await findChosen(tx, [...acts, ...(gallery ?? []), ...(poster ? [poster] : [])], row);
  const after: store.EditableRow = { ...row, ...plain };
  if (startsAt !== undefined) after.startsAt = new Date(startsAt);
  if (doorsAt !== undefined) after.doorsAt = doorsAt === null ? null : new Date(doorsAt);
  if (endsAt !== undefined) after.endsAt = new Date(endsAt);
  if (descriptionHtml !== undefined) {
    after.descriptionHtml = cleanRichText(descriptionHtml);
    after.description = plainTextOf(after.descriptionHtml);
  }
  if (lineup !== undefined) {
    after.lineup = lineup.map(({ name, role, picture }, index) => ({
      name,
      role,
      picture: picture ? pick(picture, `changes.lineup.${index}.picture`) : null,
    }));
  }
  if (gallery !== undefined) {
    after.gallery = gallery.map((key, index) => pick(key, `changes.gallery.${index}`));
  }
  if (poster !== undefined) after.poster = pick(poster, "changes.poster");
  return after;
}

/** Longest a night may last: what is longer is a mistyped date. */
const longestMs = 14 * 24 * 60 * 60 * 1000;

function requireOrder({ startsAt, doorsAt, endsAt, refunds }: store.EditableRow): void {
  if (refunds.kind === "until" && new Date(refunds.until) > startsAt) {
    throw refuse("refunds", "Tickets can be returned until the night begins at the latest");
  }
  if (endsAt <= startsAt) throw refuse("endsAt", "The night ends before it begins");
  if (endsAt.getTime() - startsAt.getTime() > longestMs) throw refuse("endsAt", "A night lasts two weeks at most");
  if (doorsAt !== null && doorsAt > startsAt) throw refuse("doorsAt", "Doors open after the night begins");
}

/** What is shown, or will show itself, keeps what it could not be published without. */
function requireWhole(row: store.EditableRow): void {
  if (row.summary.trim() === "") throw refuse("summary", "A published night says in one line what it is");
  if (row.poster.key === housePoster.key) throw refuse("poster", "A published night has a poster");
}

async function moveSlug(tx: Tx, before: store.EditableRow, after: store.EditableRow): Promise<void> {
  if (after.slug === before.slug) return;
  const owner = await store.findSlugOwner(tx, after.slug, after.id);
  if (owner !== undefined) {
    const message = `“${owner}” has this address`;
    throw new AppError("already_exists", { message, errors: [{ message, path: "changes.slug" }] });
  }
  await store.keepFormerSlug(tx, after.id, before.slug, after.slug);
}

/** What a save changed, field by field, for the audit log. */
function differencesOf(before: store.EditableRow, after: store.EditableRow) {
  const names = (Object.keys(after) as (keyof store.EditableRow)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const told = names.filter((name) => name !== "description" || !names.includes("descriptionHtml"));
  const only = (row: store.EditableRow) => Object.fromEntries(told.map((name) => [name, row[name]]));
  return { before: only(before), after: only(after) };
}
