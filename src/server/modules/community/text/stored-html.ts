import type { Queryable } from "#server/platform/db/database.ts";
import { findMentionsIn } from "./mentions-store.ts";
import { rendererVersion, renderText } from "./render.ts";

/** A text with the HTML that was stored with it. */
interface StoredText {
  id: number;
  text: string;
  html: string;
  htmlVersion: number;
}

/** The HTML of some posts or comments by id: as stored, or made again if the renderer changed since. */
export async function readHtml(
  db: Queryable,
  kind: "post" | "comment",
  rows: StoredText[],
): Promise<Map<number, string>> {
  const old = rows.filter(({ htmlVersion }) => htmlVersion !== rendererVersion).map(({ id }) => id);
  const mentions = old.length === 0 ? [] : await findMentionsIn(db, kind, old);
  return new Map(
    rows.map(({ id, text, html, htmlVersion }) => {
      if (htmlVersion === rendererVersion) return [id, html];
      const textMentions = mentions.filter((each) => each.id === id);
      return [id, renderText(text, new Map(textMentions.map(({ handle, userId }) => [handle, userId])))];
    }),
  );
}
