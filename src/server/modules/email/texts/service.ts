import {
  EmailTextDetail,
  TextKind,
  type EmailText,
  type EmailTextSummary,
  type saveEmailText as saving,
} from "#contract/email/texts.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError, requireVersion } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Queryable } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { shownAs } from "#server/platform/shown.ts";
import { entryOf } from "./catalog.ts";
import { findProblems } from "./problems.ts";
import * as store from "./store.ts";
import { variables } from "./variables.ts";

/** The current text of each email: what staff saved last, or what we ship. */
export type CurrentTexts = (kind: TextKind) => EmailText & { version: number; savedAt: Date | null; isEdited: boolean };

/** The texts that we ship, as if staff had changed none. */
export const shippedTexts: CurrentTexts = (kind) => ({
  ...entryOf(kind).text,
  version: 1,
  savedAt: null,
  isEdited: false,
});

/** Reads the current texts of all emails. */
export async function readTexts(db: Queryable): Promise<CurrentTexts> {
  const rows = new Map((await store.findCurrentTexts(db)).map((row) => [row.kind, row]));
  return (kind) => {
    const row = rows.get(kind);
    const saved = textOf(row);
    // A text that was saved before a variable went away would show braces to buyers.
    const isUsable = saved !== null && findProblems(kind, saved).length === 0;
    return {
      ...(isUsable ? saved : entryOf(kind).text),
      version: row?.version ?? 1,
      savedAt: row?.savedAt ?? null,
      isEdited: isUsable,
    };
  };
}

function textOf(row: Pick<store.TextRow, "subject" | "intro" | "buttonLabel"> | undefined): EmailText | null {
  if (row === undefined || row.subject === null) return null;
  return { subject: row.subject, intro: row.intro ?? "", buttonLabel: row.buttonLabel ?? "" };
}

function summaryOf(kind: TextKind, texts: CurrentTexts): EmailTextSummary {
  const { name, about, group } = entryOf(kind);
  const { subject, version, savedAt, isEdited } = texts(kind);
  return { kind, name, about, group, subject, isEdited, version, changedAt: savedAt?.toISOString() ?? null };
}

/** All texts, in the order of the contract. */
export async function listEmailTexts(db: Queryable): Promise<{ items: EmailTextSummary[] }> {
  const texts = await readTexts(db);
  return { items: TextKind.options.map((kind) => summaryOf(kind, texts)) };
}

/** One text with all that its editor needs. */
export async function getEmailText(db: Queryable, kind: TextKind): Promise<EmailTextDetail> {
  const texts = await readTexts(db);
  const { subject, intro, buttonLabel } = texts(kind);
  const { text: defaultText, variables: names } = entryOf(kind);
  const history = await store.findTextHistory(db, kind);
  return shownAs(EmailTextDetail)({
    ...summaryOf(kind, texts),
    text: { subject, intro, buttonLabel },
    defaultText,
    hasButton: defaultText.buttonLabel !== "",
    variables: names.map((name) => ({ name, ...variables[name] })),
    history: history.map((row) => ({
      version: row.version,
      savedAt: row.savedAt.toISOString(),
      savedBy: row.savedById === null ? null : { id: row.savedById, name: row.savedByName ?? "" },
      text: textOf(row),
    })),
  });
}

/** @throws AppError `invalid_input` with the fields to blame, if a text can't be saved */
export function requireUsable(kind: TextKind, text: EmailText): void {
  const errors = findProblems(kind, text);
  if (errors.length > 0) throw new AppError("invalid_input", { message: errors[0]!.message, errors });
}

/**
 * Saves a text as a new version; emails that are written from now on use it. Saving what is there changes nothing.
 *
 * Safe under concurrency: each version is saved once, so nobody overwrites one that they haven't seen.
 *
 * @throws AppError `invalid_input` | `edited_meanwhile`
 */
export async function saveEmailText(
  db: Database,
  staff: Principal,
  kind: TextKind,
  { version, ...text }: BodyOf<typeof saving>,
): Promise<EmailTextDetail> {
  requireUsable(kind, text);
  return addVersion(db, staff, kind, { version, text });
}

/**
 * Goes back to the text that we ship, as a new version.
 *
 * @throws AppError `edited_meanwhile`
 */
export function resetEmailText(
  db: Database,
  staff: Principal,
  kind: TextKind,
  version: number,
): Promise<EmailTextDetail> {
  return addVersion(db, staff, kind, { version, text: null });
}

function addVersion(
  db: Database,
  staff: Principal,
  kind: TextKind,
  { version, text }: { version: number; text: EmailText | null },
): Promise<EmailTextDetail> {
  return inTransaction(db, async (tx) => {
    const held = (await readTexts(tx))(kind);
    const newText = text ?? entryOf(kind).text;
    const isSame = (["subject", "intro", "buttonLabel"] as const).every((field) => held[field] === newText[field]);
    if (isSame) return getEmailText(tx, kind);
    requireVersion(held, version);
    if (!(await store.insertText(tx, { kind, version: version + 1, text, staffId: staff.id }))) {
      throw new AppError("edited_meanwhile");
    }
    const { subject, intro, buttonLabel } = held;
    await recordAction(tx, {
      staff,
      action: text === null ? "email_text.reset" : "email_text.changed",
      target: { kind: "email_text", id: kind },
      before: { subject, intro, buttonLabel },
      after: { ...newText },
    });
    return getEmailText(tx, kind);
  });
}
