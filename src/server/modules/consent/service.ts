import type { z } from "zod";
import { consentText, preferencesPath, Suppression, type EmailPreferences } from "#contract/consent/consent.ts";
import { MailReport } from "#contract/email/delivery.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { shownAs } from "#server/platform/shown.ts";
import { readRefusal } from "#server/platform/smtp-replies.ts";
import type { MailPurpose } from "#server/modules/email/index.ts";
import { hideEmail, refuse, type LinkClaim } from "./rules.ts";
import { confirmReader, withdraw } from "./news.ts";
import { fromToken, isSigned, toToken } from "./signatures.ts";
import * as store from "./store.ts";

const use = "preferences";

/** The links of a message that its reader can leave, and the headers for one click (RFC 2369, RFC 8058). */
export function unsubscribeLinks({ config, keys }: Pick<Deps, "config" | "keys">, claim: LinkClaim) {
  const token = toToken(keys["email-links"], use, [claim.email, claim.purpose, claim.recipientId]);
  const url = `${config.baseUrl}/api/email/unsubscribe?token=${token}`;
  return {
    unsubscribeUrl: url,
    preferencesUrl: `${config.baseUrl}${preferencesPath(token)}`,
    headers: { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

/** @throws AppError `not_found` for a token that isn't ours */
export function readLink({ keys }: Pick<Deps, "keys">, token: string): LinkClaim {
  const claim = requireFound(fromToken(keys["email-links"], use, token)) as [
    string,
    LinkClaim["purpose"],
    number | null,
  ];
  return { email: claim[0], purpose: claim[1], recipientId: claim[2] };
}

const toPreferences = (row: Awaited<ReturnType<typeof store.findPreferences>>): EmailPreferences => ({
  ...row,
  newsSince: row.newsSince?.toISOString() ?? null,
});

/** An address's preferences, by its signed link. @throws AppError `not_found` */
export async function getPreferences(deps: Deps, token: string) {
  const { email } = readLink(deps, token);
  return { ...toPreferences(await store.findPreferences(deps.db, email)), email: hideEmail(email) };
}

type Choice = Pick<EmailPreferences, "news" | "eventMessages">;

/** Changes an address's preferences, by its signed link. @throws AppError `not_found` */
export async function changePreferences(deps: Deps, token: string, choice: Choice) {
  const claim = readLink(deps, token);
  await inTransaction(deps.db, async (tx) => {
    await setPreferences(tx, { ...claim, userId: null, place: "preferences" }, choice);
    if (choice.news) await confirmReader(deps, tx, claim.email);
    const left = claim.purpose === "marketing" ? !choice.news : !choice.eventMessages;
    if (left) await emitUnsubscribed(deps, tx, claim);
  });
  return getPreferences(deps, token);
}

async function setPreferences(
  tx: Tx,
  { email, userId, place }: { email: string; userId: number | null; place: "account" | "preferences" },
  { news, eventMessages }: Choice,
): Promise<void> {
  if (news) await store.insertOptIns(tx, [{ email, userId, place, text: consentText }]);
  else await withdraw(tx, email, place);
  await store.setEventMessages(tx, email, eventMessages, place);
}

const emitUnsubscribed = ({ bus }: Deps, tx: Tx, { recipientId }: LinkClaim): Promise<void> =>
  recipientId === null ? Promise.resolve() : bus.emit(tx, "email.unsubscribed", [{ recipientId }]);

/** Unsubscribes by one click, from what the link came with; can be repeated. @throws AppError `not_found` */
export async function unsubscribe(deps: Deps, token: string): Promise<void> {
  const claim = readLink(deps, token);
  await inTransaction(deps.db, async (tx) => {
    if (claim.purpose === "marketing") await withdraw(tx, claim.email, "one_click");
    else await store.setEventMessages(tx, claim.email, false, "one_click");
    await emitUnsubscribed(deps, tx, claim);
  });
}

/** A member's preferences. */
export async function getMyConsent({ db }: Pick<Deps, "db">, { email }: Principal) {
  if (email === null) return { news: false, eventMessages: true, newsSince: null, hasEmail: false };
  return { ...toPreferences(await store.findPreferences(db, email)), hasEmail: true };
}

/** Changes a member's preferences. @throws AppError `email_on_file` without a confirmed email */
export async function changeMyConsent(deps: Deps, me: Principal, choice: Choice) {
  const { email } = me;
  if (email === null) throw new AppError("email_on_file", { message: "Confirm your email address first" });
  await inTransaction(deps.db, (tx) => setPreferences(tx, { email, userId: me.id, place: "account" }, choice));
  return getMyConsent(deps, me);
}

/** Why each of these addresses doesn't get a message; addresses that get it are left out. */
export async function findRefusals(
  db: Queryable,
  emails: string[],
  purpose: MailPurpose,
): Promise<Map<string, string>> {
  const statuses = await store.findRecipientStatuses(db, emails);
  return new Map(
    statuses.flatMap((status) => {
      const reason = refuse(purpose, status);
      return reason === undefined ? [] : [[status.email, reason] as const];
    }),
  );
}

const showSuppression = shownAs(Suppression);

/** The suppression list. Times in spreadsheets are in UTC. */
export const suppressions = defineList(store.suppressions, showSuppression, {
  Email: "email",
  Cause: "cause",
  Detail: "detail",
  Added: "createdAt",
  "Added by": "createdBy",
  Lifted: "liftedAt",
  "Lifted by": "liftedBy",
  Reason: "liftReason",
  ID: "id",
});

/** Adds an address by hand. @throws AppError `already_exists` */
export function addSuppression(deps: Deps, staff: Principal, { email, reason }: { email: string; reason: string }) {
  return inTransaction(deps.db, async (tx) => {
    const id = await store.insertSuppression(tx, { email, cause: "staff", detail: reason, staffId: staff.id });
    if (id === undefined) throw new AppError("already_exists", { message: "This address is already suppressed" });
    const target = { kind: "suppression", id };
    await recordAction(tx, { staff, action: "suppression.added", target, after: { email }, reason });
    return showSuppression(requireFound(await store.findSuppression(tx, id)));
  });
}

/** Writes to an address again. It opts nobody in. @throws AppError `not_found` also if it was lifted before */
export function liftSuppression(deps: Deps, staff: Principal, id: number, reason: string) {
  return inTransaction(deps.db, async (tx) => {
    if (!(await store.liftSuppression(tx, id, staff.id, reason))) throw new AppError("not_found");
    const lifted = requireFound(await store.findSuppression(tx, id));
    const target = { kind: "suppression", id };
    await recordAction(tx, { staff, action: "suppression.lifted", target, before: { email: lifted.email }, reason });
    return showSuppression(lifted);
  });
}

/**
 * Takes a signed report of the email provider: a permanent bounce or a complaint suppresses the address, and a complaint
 * also ends its opt-in. A repeated report changes nothing.
 *
 * @throws AppError `bad_signature` | `invalid_input`
 */
export async function receiveReport(
  { config, db }: Pick<Deps, "config" | "db">,
  { body, signature }: { body: string; signature: string },
): Promise<void> {
  const { emailWebhookSecret: secret } = config;
  if (secret === undefined || !isSigned(secret, signature, body, Date.now())) throw new AppError("bad_signature");
  const report = parseReport(body);
  await inTransaction(db, async (tx) => {
    const fresh = await store.recordReports(tx, report.events);
    const isBad = (event: MailEvent) => event.type === "complaint" || (event.type === "bounce" && isGone(event));
    const news = report.events
      .filter((event) => fresh.has(event.id) && isBad(event))
      .toSorted((a, b) => (a.email < b.email ? -1 : 1));
    for (const { email, type, detail } of news) {
      await store.insertSuppression(tx, { email, cause: type as "bounce" | "complaint", detail });
      if (type === "complaint") await withdraw(tx, email, "complaint");
    }
  });
}

/**
 * Whether a bounce says that its address doesn't exist. Providers also call an email permanent that was refused because
 * of its sender or its text; the email server's own words, if they report them, say so.
 */
function isGone({ isPermanent, detail }: MailEvent): boolean {
  const response = detail.replace(/^smtp;\s*/i, "").replace(/^(?=5\.\d+\.\d+\b)/, "550 ");
  return isPermanent && (!/^5\d\d[ -]/.test(response) || readRefusal({ response }).fault === "mailbox");
}

type MailEvent = z.output<typeof MailReport>["events"][number];

function parseReport(body: string): MailReport {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new AppError("invalid_input");
  }
  const { data } = MailReport.safeParse(json);
  if (data === undefined) throw new AppError("invalid_input");
  return data;
}
