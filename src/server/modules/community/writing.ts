import type { Trust } from "#contract/community/people.ts";
import {
  findBannedWordsIn,
  hasStackedMarks,
  sentenceAbout,
  type FoundWord,
} from "#server/modules/banned-words/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { hasRole, type Principal } from "#server/platform/http/principal.ts";
import { hasLink } from "#server/platform/links.ts";
import { findHandles, withoutMentions } from "#server/platform/mentions.ts";
import { hourly, mentionLimit, trustOf } from "./rules.ts";
import { leadsAway, renderText } from "./text/render.ts";
import { findMentioned } from "./text/mentions-store.ts";
import { readViewer, type Viewer } from "./viewer.ts";
import * as store from "./writing-store.ts";

/** Someone who writes, locked until the transaction ends. */
export interface Writer extends Viewer {
  id: number;
  name: string;
  trust: Exclude<Trust, "muted">;
}

/**
 * Locks someone who wants to write or react.
 *
 * @throws AppError `community_muted`
 */
export async function lockWriter(tx: Tx, person: Principal): Promise<Writer> {
  const row = await store.lockMember(tx, person.id);
  const trust = trustOf({ ...row, isStaff: hasRole(person, "moderator") });
  if (trust === "muted") throw mutedError(row);
  return { ...(await readViewer(tx, person)), id: person.id, name: person.displayName, trust };
}

/** Refuses someone who is muted, without a lock: for what leaves nothing behind. @throws AppError `community_muted` */
export async function requireUnmuted(db: Queryable, person: Principal): Promise<void> {
  const row = await store.readMember(db, person.id);
  if (row.isMuted && !hasRole(person, "moderator")) throw mutedError(row);
}

function mutedError({ mutedUntil }: store.MemberRow): AppError {
  const message =
    mutedUntil === null
      ? "A moderator suspended you from the community. You can read, but not post."
      : "A moderator muted you. You can read, but not post until the mute ends.";
  return new AppError("community_muted", { message });
}

/** Refuses more than one person may write in an hour. @throws AppError `too_many_requests` */
export async function requireTurn(deps: Deps, tx: Tx, writer: Writer, what: "post" | "comment"): Promise<void> {
  if (!deps.config.rateLimits || writer.isModerator) return;
  const retryAfterSeconds = await store.findWait(tx, what, writer.id, hourly[writer.trust][what]);
  if (retryAfterSeconds === 0) return;
  const message = `You've written a lot in the last hour. Try again ${retryAfterSeconds > 90 ? `in ${Math.ceil(retryAfterSeconds / 60)} minutes` : "in a minute"}.`;
  throw new AppError("too_many_requests", { message, retryAfterSeconds });
}

/** A text as it is stored. */
interface PreparedText {
  text: string;
  html: string;
  /** Whom it mentions. */
  mentioned: number[];
  bannedWords: FoundWord[];
}

/**
 * Renders what someone wrote and finds whom it mentions.
 *
 * @throws AppError `post_refused` with a sentence for the author: links of new members, stacked marks
 */
export async function prepareText(tx: Tx, writer: Writer, typed: string): Promise<PreparedText> {
  const text = typed.replace(/\r\n?/g, "\n").normalize("NFC");
  const refuse = (message: string) => new AppError("post_refused", { message });
  if (hasStackedMarks(text)) throw refuse("This has letters with too many marks. Change it and try again.");
  const handles = findHandles(text, mentionLimit(writer.trust));
  const people = handles.length === 0 ? new Map<string, number>() : await findMentioned(tx, writer, handles);
  const html = renderText(text, people);
  if (writer.trust === "new" && (hasLink(withoutMentions(text, people)) || leadsAway(html))) {
    throw refuse("You can post links once your first posts are approved. Remove the link and try again.");
  }
  return { text, html, mentioned: [...people.values()], bannedWords: await findBannedWordsIn(tx, text) };
}

/**
 * Refuses an edit that brings a banned word into something published; staff may write what they like.
 *
 * @throws AppError `post_refused`
 */
export function requireAllowedWords(
  writer: Writer,
  { bannedWords: [found] }: PreparedText,
  { status }: { status: string },
): void {
  if (found !== undefined && !writer.isModerator && status === "published") {
    throw new AppError("post_refused", { message: sentenceAbout(found) });
  }
}
