import type { SendMailOptions, Transporter } from "nodemailer";
import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import { partOf } from "./contributions.ts";
import type { Line } from "./line.ts";
import { paceMail, waitForRate } from "./pace.ts";
import { qrPng, renderMail } from "./render.ts";
import { findEmail } from "./registry.ts";
import { maxDownSeconds, nameInMail, withSenderName } from "./rules.ts";
import { withoutSecret } from "./secrets.ts";
import * as store from "./store.ts";
import type { Mail } from "./mail.ts";
import { openTransport, sendMail, SendFailure } from "./transport.ts";

/** Emails sent in one job run; few, so that emails never slow down a rush of buyers. */
const batchSize = 10;
const maxAttempts = 12;
/** How long an email waits that isn't at fault: its server is down or refuses the site, or its mailbox is full. */
const maxHours = 72;

/** The job that sends due emails; without SMTP_URL they are written, stored in the database and not sent. */
export function emailJobs(deps: Deps, line: Line, onClose: (close: () => void) => void): Job[] {
  const attempts = deps.metrics.counter(
    "email_attempts_total",
    "Emails that this node took from the queue, by outcome",
  );
  const { smtpUrl, dkim } = deps.config;
  const transport = smtpUrl === undefined ? undefined : openTransport(smtpUrl, { dkim });
  if (transport !== undefined) onClose(() => transport.close());
  return [
    {
      name: "mail",
      everyMs: 5_000,
      async run() {
        await store.recoverLost(deps.db, maxAttempts);
        await line.check();
        // Each is claimed right before it is sent, so its lease never runs out while it waits for others.
        for (let count = 0; count < batchSize; count++) {
          const due = await store.claimDueMail(deps.db);
          if (due === undefined) return false;
          const outcome = await deliver(deps, transport, due);
          attempts.add({ kind: due.kind, outcome });
          // The others would fail too: they are due until the server is back, and then go in their order.
          if (outcome === "server_down") {
            line.countFailure();
            return false;
          }
        }
        return true;
      },
    },
  ];
}

/** What became of an email that was taken from the queue. `queued`, `server_down`: it will be tried again. */
type Outcome =
  | "sent"
  | "not_sent"
  | "queued"
  | "server_down"
  | "unknown"
  | "failed"
  | "suppressed"
  | "lost"
  | "dropped"
  | "waiting";

/**
 * Sends one email and records what became of it. `lost`: another node has it, because this one took too long. `dropped`:
 * someone looked for tickets of an address that has none. `waiting`: it waits for its turn, or is part of another email.
 */
async function deliver(deps: Deps, transport: Transporter | undefined, claimed: store.DueMail): Promise<Outcome> {
  const refusal = (await partOf(deps, "suppressions").findRefusals(deps.db, [claimed.toAddress], "service")).get(
    claimed.toAddress,
  );
  if (refusal !== undefined) {
    await store.markFailed(deps.db, claimed.id, { status: "suppressed", error: refusal });
    return "suppressed";
  }
  const due = deps.config.rateLimits ? await paceMail(deps, claimed) : claimed;
  if (due === undefined) return "waiting";
  let mail: Mail | undefined;
  let ready: SendMailOptions | undefined;
  try {
    mail = await renderMail(deps, due);
    if (mail !== undefined && transport !== undefined) ready = await prepare(deps, due, mail);
  } catch (error) {
    deps.log.error({ err: error, emailId: due.id }, "an email could not be written");
    const status = due.attempts >= maxAttempts ? "failed" : "queued";
    const retrySeconds = backOffSeconds(due.attempts);
    await store.markFailed(deps.db, due.id, { status, error: String(error), retrySeconds });
    return status;
  }
  if (mail === undefined && findEmail(deps, due)?.email.leavesNoTrace === true) {
    // Nobody has to know which address someone tried.
    await store.deleteMail(deps.db, due.id);
    return "dropped";
  }
  if (mail === undefined) {
    await store.markFailed(deps.db, due.id, { status: "failed", error: "Not sent: it expired or no longer applies" });
    return "failed";
  }
  const copy = withoutSecret(mail);
  if (transport === undefined || ready === undefined) {
    await store.markDone(deps.db, due.id, "not_sent", copy);
    return "not_sent";
  }
  await waitForRate(deps, 1);
  if (!(await store.recordHandOver(deps.db, due))) return "lost";
  try {
    await sendMail(transport, ready);
    await store.markDone(deps.db, due.id, "sent", copy);
    return "sent";
  } catch (error) {
    return recordFailure(deps, due, error instanceof SendFailure ? error : new SendFailure("unknown", error));
  }
}

async function recordFailure(deps: Deps, due: store.DueMail, failure: SendFailure): Promise<Outcome> {
  const { verdict, isServerDown, refusal } = failure;
  const uncertain = verdict === "unknown";
  const isSpent = uncertain ? due.uncertainAttempts >= 1 : isTriedEnough(due, failure, maxAttempts);
  deps.log.warn({ err: failure, emailId: due.id, verdict }, "an email was not sent");
  const status = isSpent ? "failed" : verdict;
  await store.markFailed(deps.db, due.id, {
    status,
    error: String(failure),
    retrySeconds: backOffSeconds(due.attempts, failure),
    uncertain,
    refusedFor: status === "queued" ? failure.siteRefusal?.cause : undefined,
  });
  if (refusal?.fault === "mailbox") {
    await partOf(deps, "suppressions").suppress(deps.db, {
      email: due.toAddress,
      cause: "bounce",
      detail: failure.message,
    });
  }
  return isServerDown ? "server_down" : status;
}

/** Whether an email is given up: after three days when it isn't at fault, else after some attempts. */
export const isTriedEnough = (
  { ageHours, attempts }: Pick<store.DueMail, "ageHours" | "attempts">,
  { isServerDown, refusal }: SendFailure,
  max: number,
): boolean =>
  isServerDown || refusal?.fault === "site" || refusal?.fault === "full" ? ageHours >= maxHours : attempts >= max;

/** The sender of all emails, with the name that staff gave it. */
export const senderOf = async (deps: Deps) =>
  withSenderName(deps.config.mailFrom, (await partOf(deps, "mailSettings")(deps.db)).mailSenderName);

/** What goes to the email server. Many emails at once have read their sender before. */
export async function prepare(
  deps: Deps,
  due: store.DueMail,
  mail: Mail,
  from?: Awaited<ReturnType<typeof senderOf>>,
): Promise<SendMailOptions> {
  return {
    from: from ?? (await senderOf(deps)),
    to: { name: mail.isNameless === true ? "" : nameInMail(due.toName), address: due.toAddress },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    // The same email keeps its id when it is retried, so that the receiver can drop the copy.
    messageId: `<mail-${due.id}@${new URL(deps.config.baseUrl).hostname}>`,
    ...(mail.headers ? { headers: mail.headers } : {}),
    attachments: [
      ...(await Promise.all(
        mail.codes.map(async ({ cid, code }) => ({ cid, filename: `${cid}.png`, content: await qrPng(code) })),
      )),
      ...(await readFiles(mail)),
    ],
  };
}

/** The files of an email, made now. */
const readFiles = ({ attachments = [] }: Mail) =>
  Promise.all(
    attachments.map(async ({ filename, contentType, read }) => ({ filename, contentType, content: await read() })),
  );

/**
 * Pause before the next attempt: 5 s, doubled each time, six hours at most. When the server is down, half a minute at
 * most: emails leave within a minute of its return. When it refuses the site, a quarter of an hour at most.
 */
export function backOffSeconds(
  attempts: number,
  { isServerDown, siteRefusal }: Partial<Pick<SendFailure, "isServerDown" | "siteRefusal">> = {},
): number {
  const most = isServerDown === true ? maxDownSeconds : siteRefusal === undefined ? 21_600 : 900;
  return Math.min(most, 5 * 2 ** Math.min(attempts - 1, 20));
}
