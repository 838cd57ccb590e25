import type { SendMailOptions, Transporter } from "nodemailer";
import { findRefusals, suppress, type MailPurpose } from "#server/modules/consent/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import * as store from "./bulk-store.ts";
import { backOffSeconds, prepare } from "./outbox.ts";
import { waitForRate } from "./rate.ts";
import type { Mail } from "./templates.ts";
import { openTransport, sendMail, type SendFailure } from "./transport.ts";

/** Writes the emails of campaigns for this module, which doesn't know them. */
export interface BulkWriter {
  /** The job that puts more emails into the outbox. */
  refillJob: string;
  /** What the emails of each bulk key are for; unknown keys are left out. */
  findPurposes(deps: Deps, bulkKeys: string[]): Promise<Map<string, MailPurpose>>;
  /** The texts by the ids of the emails; those that no longer apply are left out. */
  write(deps: Deps, mails: store.DueBulkMail[]): Promise<Map<number, Mail>>;
  /** A test of the message that a topic names; undefined if it names none. */
  writeTest(deps: Deps, topic: store.DueBulkMail["topic"], email: string): Promise<Mail | undefined>;
}

declare module "#server/platform/module.ts" {
  interface ModuleParts {
    bulkMail?: BulkWriter;
  }
}

/** Emails that go at once. What is with the email server when a node dies stays unknown, so they are few. */
const atOnce = 5;
/** Two batches at a time: while one is with the email server, the other is written. */
const lanes = 2;
const batchesPerRun = 40;
const maxAttempts = 8;
/** How long an email waits for an email server that is down. */
const mostHours = 72;

/** The job that sends the emails of campaigns, beside the one for everything else: receipts never wait behind them. */
export function bulkJob(deps: Deps, onClose: (close: () => void) => void): Job {
  const { smtpUrl, dkim } = deps.config;
  const transport = smtpUrl === undefined ? undefined : openTransport(smtpUrl, { connections: atOnce * lanes, dkim });
  let isClosing = false;
  onClose(() => {
    isClosing = true;
    transport?.close();
  });

  /** Sends batches until none is due. @returns true if there may be more */
  async function runLane(): Promise<boolean> {
    for (let batch = 0; batch < batchesPerRun && !isClosing; batch++) {
      const { mailsPerSecond } = await getSettings(deps.db);
      const due = await store.claimBulk(deps.db, Math.min(atOnce, mailsPerSecond ?? atOnce));
      if (due.length === 0) return false;
      if (!(await deliverBatch(deps, transport, due))) return false;
    }
    return true;
  }

  return {
    name: "campaign-mail",
    everyMs: 5_000,
    async run() {
      await store.recoverLostBulk(deps.db);
      const more = await Promise.all(Array.from({ length: lanes }, runLane));
      for (const { refillJob } of deps.contributed("bulkMail")) deps.nudge(refillJob);
      return more.includes(true);
    },
  };
}

/** @returns false if the email server is down */
async function deliverBatch(
  deps: Deps,
  transport: Transporter | undefined,
  due: store.DueBulkMail[],
): Promise<boolean> {
  const outcomes: store.BulkOutcome[] = [];
  const settle = ({ id, attempts }: store.DueBulkMail, outcome: Partial<store.BulkOutcome>) => {
    outcomes.push({ id, attempts, status: "failed", error: null, retrySeconds: null, mail: null, ...outcome });
  };
  const refusals = await findBulkRefusals(deps, due);
  const wanted = due.filter((mail) => !refusals.has(mail.id));
  for (const mail of due) {
    if (refusals.has(mail.id)) settle(mail, { status: "suppressed", error: refusals.get(mail.id)! });
  }
  const ready: { due: store.DueBulkMail; mail: Mail; message: SendMailOptions | undefined }[] = [];
  try {
    const texts = await writeAll(deps, wanted);
    for (const each of wanted) {
      const mail = texts.get(each.id);
      if (mail === undefined) settle(each, { status: "suppressed", error: "It no longer applies" });
      else ready.push({ due: each, mail, message: transport && (await prepare(deps, each, mail)) });
    }
  } catch (error) {
    deps.log.error({ err: error, emailIds: due.map(({ id }) => id) }, "emails of a campaign could not be written");
    ready.length = 0;
    const settled = new Set(outcomes.map(({ id }) => id));
    for (const each of wanted.filter(({ id }) => !settled.has(id))) {
      settle(each, retryOf(each, String(error), false));
    }
  }
  if (transport === undefined) {
    for (const { due: each, mail } of ready) settle(each, { status: "not_sent", mail });
    await store.markBulk(deps.db, outcomes);
    return true;
  }
  if (ready.length > 0) await waitForRate(deps, ready.length);
  const going =
    ready.length === 0
      ? new Set()
      : await store.noteBulkHandOver(
          deps.db,
          ready.map((each) => each.due),
        );
  let isDown = false;
  await Promise.all(
    ready
      .filter((each) => going.has(each.due.id))
      .map(async ({ due: each, mail, message }) => {
        try {
          await sendMail(transport, message!);
          settle(each, { status: "sent", mail });
        } catch (error) {
          const failure = error as SendFailure;
          isDown ||= failure.isServerDown;
          settle(each, await judge(deps, each, failure, mail));
        }
      }),
  );
  await store.markBulk(deps.db, outcomes);
  return !isDown;
}

async function findBulkRefusals(deps: Deps, due: store.DueBulkMail[]): Promise<Map<number, string>> {
  const purposes = new Map<string, MailPurpose>();
  const keys = [...new Set(due.map(({ bulkKey }) => bulkKey))];
  for (const writer of deps.contributed("bulkMail")) {
    for (const [key, purpose] of await writer.findPurposes(deps, keys)) purposes.set(key, purpose);
  }
  const refused = new Map<number, string>();
  for (const purpose of new Set(purposes.values())) {
    const mails = due.filter(({ bulkKey }) => purposes.get(bulkKey) === purpose);
    const reasons = await findRefusals(
      deps.db,
      mails.map(({ toAddress }) => toAddress),
      purpose,
    );
    for (const { id, toAddress } of mails) if (reasons.has(toAddress)) refused.set(id, reasons.get(toAddress)!);
  }
  return refused;
}

async function writeAll(deps: Deps, due: store.DueBulkMail[]): Promise<Map<number, Mail>> {
  const texts = new Map<number, Mail>();
  if (due.length === 0) return texts;
  for (const writer of deps.contributed("bulkMail")) {
    for (const [id, mail] of await writer.write(deps, due)) texts.set(id, mail);
  }
  return texts;
}

async function judge(
  deps: Deps,
  due: store.DueBulkMail,
  failure: SendFailure,
  mail: Mail,
): Promise<Partial<store.BulkOutcome>> {
  const error = failure.message;
  deps.log.warn({ err: failure, emailId: due.id, verdict: failure.verdict }, "an email of a campaign was not sent");
  if (failure.isBadAddress) await suppress(deps.db, { email: due.toAddress, cause: "bounce", detail: error });
  if (failure.verdict === "unknown") return { status: "unknown", error, mail };
  if (failure.verdict === "failed") return { status: "failed", error, mail };
  return retryOf(due, error, failure.isServerDown);
}

function retryOf({ attempts, ageHours }: store.DueBulkMail, error: string, isServerDown: boolean) {
  const isSpent = isServerDown ? ageHours >= mostHours : attempts >= maxAttempts;
  if (isSpent) return { status: "failed" as const, error };
  return { status: "queued" as const, error, retrySeconds: backOffSeconds(attempts, isServerDown) };
}
