import type { SiteRefusal } from "#contract/email/delivery.ts";
import { setTimeout as wait } from "node:timers/promises";
import type { SendMailOptions, Transporter } from "nodemailer";
import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import * as store from "./bulk-store.ts";
import { findConfirmed } from "./contributions.ts";
import { partOf } from "./contributions.ts";
import type { Line } from "./line.ts";
import { prepare, senderOf } from "./outbox.ts";
import { findRefusals, suppressBounce } from "./refusals.ts";
import { afterError, afterFailure, type RetryPolicy } from "./retry.ts";
import { claimMails, type DueBulkMail } from "./store.ts";
import { countRecentReceipts } from "./pace-store.ts";
import { waitForRate } from "./pace.ts";
import { kindsOf } from "./registry.ts";
import type { Mail } from "./mail.ts";
import { openTransport, sendMail, type SendFailure } from "./transport.ts";

/** Emails that a lane hands over together. What is handed over when a node dies stays unknown, so they are few. */
const atOnce = 3;
/** While the emails of some lanes are with the email server, those of the others are written and recorded. */
const lanes = 3;
/** Emails that are claimed and written together. */
const batchSize = 50;
/** How long a batch may take before its rest goes back: each email is sent well within the lease of its claim. */
const batchMs = 5_000;
/** A run ends after this, so that the next one looks for emails whose sender died. */
const runMs = 10_000;
const policy: RetryPolicy = { maxAttempts: 8, repeatsUnknown: false };
/** Emails between two pauses while people buy. */
const batchSizeAmidBuyers = 12;
const pauseMsPerPurchase = 20;

/**
 * Campaigns give way to buyers: how long they pause after each dozen emails. 20 ms for every receipt of the last five
 * seconds, on all nodes; half a second at most.
 */
export const findBulkPauseMs = async (deps: Pick<Deps, "db" | "contributed">): Promise<number> =>
  pauseMsPerPurchase *
  (await countRecentReceipts(
    deps.db,
    kindsOf(deps, ({ isReceipt }) => isReceipt === true),
  ));

/** The job that sends the emails of campaigns, beside the one for everything else: receipts never wait behind them. */
export function bulkJob(deps: Deps, line: Line, onClose: (close: () => void) => void): Job {
  const { smtpUrl, dkim } = deps.config;
  const transport = smtpUrl === undefined ? undefined : openTransport(smtpUrl, { connections: atOnce * lanes, dkim });
  let isClosing = false;
  onClose(() => {
    isClosing = true;
    transport?.close();
  });

  const refill = () => {
    for (const { refillJob } of deps.contributed("bulkMail")) deps.nudge(refillJob);
  };

  /** Sends batches until none is due, or for as long as a run takes. @returns true if there may be more */
  async function runLane(lane: number): Promise<boolean> {
    const end = performance.now() + runMs;
    while (performance.now() < end && !isClosing) {
      const { mailsPerSecond } = await partOf(deps, "mailSettings")(deps.db);
      const pauseMs = await findBulkPauseMs(deps);
      // One lane is enough while it pauses, and it says whether there is more.
      if (pauseMs > 0 && lane > 0) return false;
      const portion = Math.min(atOnce, mailsPerSecond ?? atOnce);
      const max = pauseMs > 0 ? batchSizeAmidBuyers : batchSize;
      const due = await claimMails(deps.db, "bulk", Math.min(max, mailsPerSecond ?? max));
      if (due.length === 0) return false;
      refill();
      const ready = await writeBatch(deps, transport, due);
      if (transport !== undefined && !(await sendBatch(deps, transport, ready, portion, () => isClosing))) {
        line.countFailure();
        return false;
      }
      if (pauseMs > 0) await wait(pauseMs);
    }
    return true;
  }

  return {
    name: "campaign-mail",
    everyMs: 5_000,
    async run() {
      await store.recoverLostBulk(deps.db);
      await line.check();
      if (!(await line.isFreeForBulk())) return false;
      const more = await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
      refill();
      return more.includes(true);
    },
  };
}

/** An email that is written, as the outbox keeps it and as it goes to the email server. */
interface ReadyMail {
  due: DueBulkMail;
  mail: Mail;
  message: SendMailOptions;
}

const toOutcome = (
  { id, attempts }: DueBulkMail,
  outcome: Partial<store.BulkOutcome> & Pick<store.BulkOutcome, "status">,
): store.BulkOutcome => ({ id, attempts, error: null, refusedFor: null, retrySeconds: null, mail: null, ...outcome });

/** Writes the emails of a batch, and records what becomes of those that don't go. @returns those that go */
async function writeBatch(deps: Deps, transport: Transporter | undefined, due: DueBulkMail[]): Promise<ReadyMail[]> {
  const outcomes: store.BulkOutcome[] = [];
  const ready: ReadyMail[] = [];
  const refusals = await findRefusals(deps, due);
  const sendable = due.filter((mail) => !refusals.has(mail.id));
  for (const mail of due) {
    const refusal = refusals.get(mail.id);
    if (refusal !== undefined) outcomes.push(toOutcome(mail, { status: "suppressed", error: refusal }));
  }
  try {
    const named = await withKnownNames(deps, sendable);
    const texts = await writeAll(deps, named);
    const from = await senderOf(deps);
    const written: store.BulkOutcome[] = [];
    for (const each of named) {
      const mail = texts.get(each.id);
      if (mail === undefined) written.push(toOutcome(each, { status: "suppressed", error: "It no longer applies" }));
      else if (transport === undefined) written.push(toOutcome(each, { status: "not_sent", mail }));
      else ready.push({ due: each, mail, message: await prepare(deps, each, mail, from) });
    }
    outcomes.push(...written);
  } catch (error) {
    deps.log.error({ err: error, emailIds: due.map(({ id }) => id) }, "emails of a campaign could not be written");
    ready.length = 0;
    outcomes.push(
      ...sendable.map((each) =>
        toOutcome(each, { ...afterError(each, policy), refusedFor: null, error: String(error) }),
      ),
    );
  }
  if (outcomes.length > 0) await store.markBulk(deps.db, outcomes);
  return ready;
}

/**
 * Sends the emails of a batch, a few at a time, and records each few before they go and afterwards. If the email server
 * is down or slow, the rest goes back.
 *
 * @returns false if the email server is down
 */
async function sendBatch(
  deps: Deps,
  transport: Transporter,
  ready: ReadyMail[],
  portion: number,
  isClosing: () => boolean,
): Promise<boolean> {
  const end = performance.now() + batchMs;
  let isDown = false;
  let at = 0;
  let outcomes: store.BulkOutcome[] = [];
  for (; at < ready.length && !isDown && !isClosing() && performance.now() < end; at += portion) {
    const next = ready.slice(at, at + portion);
    await waitForRate(deps, next.length);
    const mails = next.map((each) => each.due);
    const going = await store.recordBulkHandOver(deps.db, mails, outcomes);
    const sending = next.filter((each) => going.has(each.due.id));
    const results = await Promise.all(sending.map((each) => sendOne(deps, transport, each)));
    isDown = results.some((result) => result.isDown);
    outcomes = results.map(({ outcome }) => outcome);
  }
  if (outcomes.length > 0) await store.markBulk(deps.db, outcomes);
  if (at < ready.length) {
    await store.releaseBulk(
      deps.db,
      ready.slice(at).map((each) => each.due),
    );
  }
  return !isDown;
}

async function sendOne(
  deps: Deps,
  transport: Transporter,
  { due, mail, message }: ReadyMail,
): Promise<{ outcome: store.BulkOutcome; isDown: boolean }> {
  try {
    await sendMail(transport, message);
    return { outcome: toOutcome(due, { status: "sent", mail }), isDown: false };
  } catch (error) {
    const failure = error as SendFailure;
    return { outcome: toOutcome(due, await outcomeOf(deps, due, failure, mail)), isDown: failure.isServerDown };
  }
}

/** Emails without the names that somebody typed for an address that nobody confirmed. What staff typed stays. */
async function withKnownNames(deps: Deps, mails: DueBulkMail[]): Promise<DueBulkMail[]> {
  const confirmed = await findConfirmed(deps, deps.db, [...new Set(mails.map(({ toAddress }) => toAddress))]);
  return mails.map((mail) =>
    mail.topic.isNamedByStaff !== undefined || confirmed.has(mail.toAddress) ? mail : { ...mail, toName: "" },
  );
}

async function writeAll(deps: Deps, due: DueBulkMail[]): Promise<Map<number, Mail>> {
  const texts = new Map<number, Mail>();
  if (due.length === 0) return texts;
  for (const writer of deps.contributed("bulkMail")) {
    for (const [id, mail] of await writer.write(deps, due)) texts.set(id, mail);
  }
  return texts;
}

type Attempted = Partial<store.BulkOutcome> & Pick<store.BulkOutcome, "status">;

async function outcomeOf(deps: Deps, due: DueBulkMail, failure: SendFailure, mail: Mail): Promise<Attempted> {
  const { message: error, siteRefusal, verdict } = failure;
  deps.log.warn({ err: failure, emailId: due.id, verdict }, "an email of a campaign was not sent");
  await suppressBounce(deps, due, failure);
  const { status, retrySeconds, refusedFor = null } = afterFailure(due, failure, policy);
  if (verdict !== "queued") return { status, error, mail };
  if (siteRefusal !== undefined && (await pauseRun(deps, due.bulkKey, { cause: siteRefusal.cause, said: error }))) {
    return { status: "queued", error, refusedFor: siteRefusal.cause, retrySeconds: 0 };
  }
  return { status, error, refusedFor, retrySeconds };
}

async function pauseRun(deps: Deps, bulkKey: string, refusal: SiteRefusal): Promise<boolean> {
  for (const writer of deps.contributed("bulkMail")) if (await writer.pause(deps, bulkKey, refusal)) return true;
  return false;
}
