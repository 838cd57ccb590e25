import { Writer } from "#contract/community/safety.ts";
import { guestName } from "#server/modules/chat/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { plainTextOf } from "#server/platform/rich-text.ts";
import { shownAs } from "#server/platform/shown.ts";
import { excerptOf } from "../rules.ts";
import { renderText } from "../text/render.ts";
import { findWriters } from "./writers-store.ts";

const toWriter = shownAs(Writer);

/** Who wrote in the last hours, with what a moderator could hide. Guests have the name that they have in chat. */
export async function listWriters(
  db: Queryable,
  which: { hours: number; accounts: "all" | "new" },
): Promise<{ items: Writer[] }> {
  const rows = await findWriters(db, which);
  return {
    items: rows.map(({ person, text, kind, ...row }) => {
      const name = row.isGuest ? guestName(person.id) : person.name;
      const excerpt = excerptOf(kind === "message" ? text : plainTextOf(renderText(text)));
      return toWriter({ ...row, person: { ...person, name }, excerpt });
    }),
  };
}
