import {
  EmailTextDetail,
  TextKind,
  type EmailText,
  type EmailTextSummary,
  type saveEmailText as saving,
} from "#contract/email/texts.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { AppError, requireVersion } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { shownAs } from "#server/platform/shown.ts";
import { partOf } from "../contributions.ts";
import { textOfKind } from "../registry.ts";
import type { CurrentTexts, TextDefinition } from "./define-text.ts";
import { findProblems } from "./problems.ts";
import * as store from "./store.ts";

/** Reads the current texts of all emails. */
export async function readTexts(db: Queryable): Promise<CurrentTexts> {
  const rows = new Map((await store.findCurrentTexts(db)).map((row) => [row.kind, row]));
  return (definition) => {
    const row = rows.get(definition.kind);
    const saved = textOf(row);
    // A text that was saved before a variable went away would show braces to buyers.
    const isUsable = saved !== null && findProblems(definition, saved).length === 0;
    return {
      ...(isUsable ? saved : definition.text),
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

function summaryOf(definition: TextDefinition, texts: CurrentTexts): EmailTextSummary {
  const { kind, name, about, group } = definition;
  const { subject, version, savedAt, isEdited } = texts(definition);
  return { kind, name, about, group, subject, isEdited, version, changedAt: savedAt?.toISOString() ?? null };
}

/** All texts, in the order of the contract. */
export async function listEmailTexts(deps: Deps): Promise<{ items: EmailTextSummary[] }> {
  const texts = await readTexts(deps.db);
  return { items: TextKind.options.map((kind) => summaryOf(textOfKind(deps, kind).text, texts)) };
}

/** One text with all that its editor needs. */
export function getEmailText(deps: Deps, kind: TextKind): Promise<EmailTextDetail> {
  return readText(deps, deps.db, kind);
}

async function readText(deps: Deps, db: Queryable, kind: TextKind): Promise<EmailTextDetail> {
  const texts = await readTexts(db);
  const { text: definition } = textOfKind(deps, kind);
  const { subject, intro, buttonLabel } = texts(definition);
  const { text: defaultText, variables } = definition;
  const history = await store.findTextHistory(db, kind);
  const savedBy = [...new Set(history.flatMap((row) => row.savedById ?? []))];
  const people = await partOf(deps, "peopleNames")(db, savedBy);
  return shownAs(EmailTextDetail)({
    ...summaryOf(definition, texts),
    text: { subject, intro, buttonLabel },
    defaultText,
    hasButton: defaultText.buttonLabel !== "",
    variables: [...variables],
    history: history.map((row) => ({
      version: row.version,
      savedAt: row.savedAt.toISOString(),
      savedBy: row.savedById === null ? null : { id: row.savedById, name: people.get(row.savedById) ?? "" },
      text: textOf(row),
    })),
  });
}

/** @throws AppError `invalid_input` with the fields to blame, if a text can't be saved */
export function requireUsable(definition: TextDefinition, text: EmailText): void {
  const errors = findProblems(definition, text);
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
  deps: Deps,
  staff: Principal,
  kind: TextKind,
  { version, ...text }: BodyOf<typeof saving>,
): Promise<EmailTextDetail> {
  requireUsable(textOfKind(deps, kind).text, text);
  return addVersion(deps, staff, kind, { version, text });
}

/**
 * Goes back to the text that we ship, as a new version.
 *
 * @throws AppError `edited_meanwhile`
 */
export function resetEmailText(
  deps: Deps,
  staff: Principal,
  kind: TextKind,
  version: number,
): Promise<EmailTextDetail> {
  return addVersion(deps, staff, kind, { version, text: null });
}

function addVersion(
  deps: Deps,
  staff: Principal,
  kind: TextKind,
  { version, text }: { version: number; text: EmailText | null },
): Promise<EmailTextDetail> {
  const { text: definition } = textOfKind(deps, kind);
  return inTransaction(deps.db, async (tx) => {
    const held = (await readTexts(tx))(definition);
    const newText = text ?? definition.text;
    const isSame = (["subject", "intro", "buttonLabel"] as const).every((field) => held[field] === newText[field]);
    if (isSame) return readText(deps, tx, kind);
    requireVersion(held, version);
    if (!(await store.insertText(tx, { kind, version: version + 1, text, staffId: staff.id }))) {
      throw new AppError("edited_meanwhile");
    }
    const { subject, intro, buttonLabel } = held;
    await partOf(deps, "recordAction")(tx, {
      staff,
      action: text === null ? "email_text.reset" : "email_text.changed",
      target: { kind: "email_text", id: kind },
      before: { subject, intro, buttonLabel },
      after: { ...newText },
    });
    return readText(deps, tx, kind);
  });
}
