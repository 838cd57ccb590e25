import type { z } from "zod";
import type { HolderLetter, previewHolderLetter as contract } from "#contract/event-changes.ts";
import { arrangementDifferences, previewArrangements } from "#server/modules/events/index.ts";
import { getEventReach } from "#server/modules/orders/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { rearrangedLetter } from "./rearranged.ts";

type Body = z.output<NonNullable<typeof contract.body>>;

/**
 * The mail that holders would get for changes of a night that are only thought of, written by what writes the real one.
 *
 * @throws AppError `not_found` | `invalid_input`
 */
export async function previewHolderLetter(db: Database, eventId: number, { changes }: Body): Promise<HolderLetter> {
  const { title, before, after } = await previewArrangements(db, eventId, changes);
  const { people, tickets } = await getEventReach(db, eventId);
  const letter = rearrangedLetter({ title, before, after, tickets, choice: [] });
  const isAny = arrangementDifferences(before, after).length > 0;
  return {
    people,
    tickets,
    subject: letter.subject,
    title: letter.title,
    lines: isAny ? [...letter.lines, ...letter.after] : [],
  };
}
