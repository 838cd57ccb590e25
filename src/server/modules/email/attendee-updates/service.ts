import type { z } from "zod";
import type { AttendeeUpdatePreview, previewAttendeeUpdate as contract } from "#contract/event-changes.ts";
import { scheduleDifferences, previewSchedules } from "#server/modules/events/index.ts";
import { getAffectedBuyers } from "#server/modules/orders/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { rescheduledTemplate } from "./rescheduled.ts";

type Body = z.output<NonNullable<typeof contract.body>>;

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
  const { people, tickets } = await getAffectedBuyers(db, eventId);
  const template = rescheduledTemplate({ title, before, after, tickets, choice: [] });
  const isAny = scheduleDifferences(before, after).length > 0;
  return {
    people,
    tickets,
    subject: template.subject,
    title: template.title,
    lines: isAny ? [...template.lines, ...template.after] : [],
  };
}
