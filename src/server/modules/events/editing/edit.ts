import type { changeEvent as contract, EventChanges } from "#contract/events/editing.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { fieldError, requireVersion } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { changedTimes, isReschedule } from "../changes/rules.ts";
import { findSchedules } from "../changes/schedule.ts";
import { requireTimes } from "../changes/service.ts";
import { differences } from "../rules.ts";
import { searchTextOf } from "../search.ts";
import { findVenue } from "../venues/store.ts";
import { defaultPoster, findChosen, recordPictureUses } from "./pictures.ts";
import { cleanRichText, plainTextOf } from "#server/platform/rich-text.ts";
import * as store from "./store.ts";
import type { BodyOf } from "#contract/endpoint.ts";

type Body = BodyOf<typeof contract>;

/**
 * Saves an editor's changes to an event. It locks the event and compares its version first: of two concurrent saves the
 * later one is refused, and nothing of the earlier one is lost. Another time or venue is saved only once staff have
 * said whether to tell ticket holders; the same transaction writes their emails.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `already_exists` (another event has the slug) | `invalid_input`
 *   | `attendee_update_required`
 */
export async function changeEvent(deps: Deps, staff: Principal, id: number, body: Body): Promise<void> {
  const { version, changes } = body;
  await inTransaction(deps.db, async (tx) => {
    const before = await store.lockRecord(tx, id);
    requireVersion(before, version);
    const after = await applyChanges(tx, before, changes);
    requireOrder(after);
    if (before.visibility !== "draft" || before.publishAt !== null) requireWhole(after);
    const differs = differencesOf(before, after);
    if (Object.keys(differs.after).length === 0) return;
    await moveSlug(tx, before, after);
    const venue = await findVenue(tx, after.venueId);
    if (venue === undefined) throw refuse("venueId", "We can't find that venue");
    await recordPictureUses(tx, after);
    const [was, now] = await findSchedules(tx, before, after);
    const isRescheduled = isReschedule(was, now);
    const change = await store.writeEdited(tx, after, searchTextOf({ ...after, venue }), isRescheduled);
    await recordAction(tx, { staff, action: "event.changed", target: { kind: "event", id }, ...differs });
    if (!isRescheduled) return;
    const { attendeeUpdate } = body;
    await deps.bus.emit(tx, "event.rescheduled", [
      { eventId: id, change, before: was, after: now, staff, attendeeUpdate },
    ]);
  });
}

const refuse = (path: string, message: string) => fieldError(`changes.${path}`, message);

async function applyChanges(tx: Tx, row: store.EventRecord, changes: EventChanges): Promise<store.EventRecord> {
  const { descriptionHtml, lineup, poster, gallery, startsAt, doorsAt, endsAt, ...plain } = changes;
  const acts = lineup?.flatMap(({ picture }) => picture ?? []) ?? [];
  const pick = await findChosen(tx, [...acts, ...(gallery ?? []), ...(poster ? [poster] : [])], row);
  const after: store.EventRecord = { ...row, ...plain, ...changedTimes(row, { startsAt, doorsAt, endsAt }) };
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

/** The longest an event can last: anything longer is a mistyped date. */
const longestMs = 14 * 24 * 60 * 60 * 1000;

function requireOrder(event: store.EventRecord): void {
  const { startsAt, endsAt, refunds } = event;
  if (refunds.kind === "until" && new Date(refunds.until) > startsAt) {
    throw refuse("refunds", "Self-service refunds must end by the start of the event");
  }
  if (endsAt.getTime() - startsAt.getTime() > longestMs) throw refuse("endsAt", "An event can last two weeks at most");
  requireTimes(event, "changes.");
}

/** A published or scheduled event keeps everything that publishing requires. */
function requireWhole(row: store.EventRecord): void {
  if (row.summary.trim() === "") throw refuse("summary", "A published event needs a tagline");
  if (row.poster.key === defaultPoster.key) throw refuse("poster", "A published event needs a poster");
}

async function moveSlug(tx: Tx, before: store.EventRecord, after: store.EventRecord): Promise<void> {
  if (after.slug === before.slug) return;
  await store.lockSlugs(tx);
  const owner = await store.findSlugOwner(tx, after.slug, after.id);
  if (owner !== undefined) {
    throw fieldError("changes.slug", `“${owner.title}” already uses this address`, "already_exists");
  }
  await store.storeFormerSlug(tx, after.id, before.slug, after.slug);
}

/** What a save changed, field by field, for the activity log: a changed description only once. */
function differencesOf(was: store.EventRecord, is: store.EventRecord) {
  const differs = differences(was, is);
  if ("descriptionHtml" in differs.after) for (const side of Object.values(differs)) delete side.description;
  return differs;
}
