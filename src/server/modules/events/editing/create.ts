import type { z } from "zod";
import type { createEvent as contract } from "#contract/event-editing.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { defaultPoster } from "../default-poster.ts";
import { saveEvent } from "./service.ts";

type Body = z.output<NonNullable<typeof contract.body>>;

/**
 * Creates an event: a draft that only staff see, with a slug of its own.
 *
 * @returns its id
 * @throws AppError `invalid_input` | `not_found` for an unknown venue
 */
export function createEvent(db: Database, staff: Principal, body: Body): Promise<number> {
  const startsAt = new Date(body.startsAt);
  const endsAt = new Date(body.endsAt);
  const doorsAt = body.doorsAt ? new Date(body.doorsAt) : null;
  if (endsAt <= startsAt) throw refuse("endsAt", "The event must end after it starts");
  if (doorsAt !== null && doorsAt > startsAt) throw refuse("doorsAt", "Doors can't open after the event starts");
  return inTransaction(db, async (tx) => {
    const id = await saveEvent(tx, {
      venueId: body.venueId,
      title: body.title,
      summary: "",
      description: "",
      startsAt,
      doorsAt,
      endsAt,
      timeZone: body.timeZone,
      poster: defaultPoster,
      categories: [],
      ageRule: "all",
      dressCode: null,
      lineup: [],
      policies: [],
      visibility: "draft",
      currency: (await getSettings(tx)).defaultCurrency,
      hideCounts: false,
      capacity: null,
      entryOpensMinutes: null,
    });
    const after = { title: body.title, startsAt: body.startsAt, timeZone: body.timeZone };
    await recordAction(tx, { staff, action: "event.created", target: { kind: "event", id }, after });
    return id;
  });
}

function refuse(path: string, message: string): AppError {
  return new AppError("invalid_input", { message, errors: [{ message, path }] });
}
