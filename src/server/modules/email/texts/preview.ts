import type { EmailTextPreview, PreviewData, TextKind, testEmailText as testContract } from "#contract/email/texts.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { newId } from "#server/platform/ids.ts";
import { forReading } from "../browse/rules.ts";
import { inTheme, type Theme } from "../layout.ts";
import { qrPng, renderWith } from "../render.ts";
import { partOf } from "../contributions.ts";
import type { MailTopic } from "../new-mail.ts";
import { textOfKind } from "../registry.ts";
import { insertMails } from "../store.ts";
import type { Mail, MailKit } from "../mail.ts";
import { readKit } from "../templates.ts";
import { textTest, withDraft, writeForNextEvent, type Draft } from "./draft-mail.ts";
import { findProblems } from "./problems.ts";
import { requireUsable } from "./service.ts";
import * as store from "./store.ts";

async function writeLatest(
  deps: Deps,
  kit: MailKit,
  kind: TextKind,
): Promise<{ mail: Mail; shows: string } | undefined> {
  const { email, latest: about = false } = textOfKind(deps, kind);
  if (about === false) return undefined;
  const what = about === true ? undefined : about;
  const latest: MailTopic | undefined = await store.findLatestMail(deps.db, { kind: email.kind, what });
  const mail = latest && (await renderWith(deps, kit, latest));
  return mail && { mail, shows: mail.brief.event ?? mail.subject };
}

interface Written {
  mail: Mail;
  shows: string | null;
  problems: EmailTextPreview["problems"];
}

async function write(deps: Deps, kind: TextKind, { data, ...draft }: Draft & { data: PreviewData }): Promise<Written> {
  const kit = await readKit(deps);
  const { text: definition } = textOfKind(deps, kind);
  const { subject, intro, buttonLabel } = kit.textOf(definition);
  const text = {
    subject: draft.subject ?? subject,
    intro: draft.intro ?? intro,
    buttonLabel: draft.buttonLabel ?? buttonLabel,
  };
  const problems = findProblems(definition, text);
  if (text.subject.length < 3) problems.push({ path: "subject", message: "Enter a subject" });
  const used = problems.length === 0 ? withDraft(kit, kind, text) : kit;
  const latest = data === "latest" ? await writeLatest(deps, used, kind) : undefined;
  const { mail, shows } = latest ?? { mail: await writeForNextEvent(deps, used, kind), shows: null };
  return { mail, shows, problems };
}

/**
 * The email that a draft would make right now, with the data of the latest email of its kind or of an example. A draft
 * that can't be saved shows the saved text, and what is wrong.
 */
export async function previewText(
  deps: Deps,
  kind: TextKind,
  draft: Draft & { data: PreviewData },
): Promise<EmailTextPreview> {
  const { mail, shows, problems } = await write(deps, kind, draft);
  return {
    subject: mail.subject,
    preheader: mail.preheader ?? "",
    bodyText: mail.text,
    attachments: (mail.attachments ?? []).map(({ filename }) => filename),
    shows,
    bytes: Buffer.byteLength(mail.html),
    problems,
  };
}

/** The HTML of that email in one theme, with its images in place. */
export async function previewHtml(
  deps: Deps,
  kind: TextKind,
  { theme, ...draft }: Draft & { data: PreviewData; theme: Theme },
): Promise<string> {
  const { mail } = await write(deps, kind, draft);
  return inTheme(await readable(mail), theme);
}

/** An email's HTML with the QR codes in place. */
async function readable({ html, codes }: Mail): Promise<string> {
  const pictures = new Map<string, string>();
  for (const { cid, code } of codes) {
    pictures.set(cid, `data:image/png;base64,${(await qrPng(code)).toString("base64")}`);
  }
  return forReading(html, pictures);
}

interface TestRequest {
  staff: Principal;
  kind: TextKind;
  draft: BodyOf<typeof testContract>;
  idempotency: IdempotencyClaim;
}

/**
 * Sends a draft to one address, as an example: its tickets are made up. The same Idempotency-Key sends one.
 *
 * @throws AppError `invalid_input` | `request_in_flight`
 */
export async function sendTest(
  deps: Deps,
  { staff, kind, draft: { email, ...text }, idempotency }: TestRequest,
): Promise<PreparedReply> {
  requireUsable(textOfKind(deps, kind).text, text);
  return inTransaction(deps.db, (tx) =>
    answerOnce(tx, idempotency, async () => {
      const topic = { textKind: kind, ...text };
      const row = textTest.toRow({ key: newId(), toAddress: email, toName: "", topic });
      await insertMails(tx, [row]);
      await partOf(deps, "recordAction")(tx, {
        staff,
        action: "email_text.tested",
        target: { kind: "email_text", id: kind },
        after: { to: email },
      });
      return { mailId: await store.findMailId(tx, row.dedupeKey), leaves: deps.config.smtpUrl !== undefined };
    }),
  );
}
