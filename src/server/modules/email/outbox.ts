import type { SendMailOptions, Transporter } from "nodemailer";
import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import { partOf } from "./contributions.ts";
import type { Line } from "./line.ts";
import { paceMail, waitForRate } from "./pace.ts";
import { qrPng, renderMail } from "./render.ts";
import { findEmail } from "./registry.ts";
import { findRefusals, suppressBounce } from "./refusals.ts";
import { afterError, afterFailure, type RetryPolicy } from "./retry.ts";
import { nameInMail, withSenderName } from "./rules.ts";
import { withoutSecret } from "./secrets.ts";
import * as store from "./store.ts";
import type { Mail } from "./mail.ts";
import { openTransport, sendMail, SendFailure } from "./transport.ts";

/** Emails sent in one job run; few, so that emails never slow down a rush of buyers. */
const batchSize = 10;
const policy: RetryPolicy = { maxAttempts: 12, repeatsUnknown: true };

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
        await store.recoverLost(deps.db, policy.maxAttempts);
        await line.check();
        // Each is claimed right before it is sent, so its lease never runs out while it waits for others.
        for (let count = 0; count < batchSize; count++) {
          const [due] = await store.claimMails(deps.db, "single", 1);
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
  const refusal = (await findRefusals(deps, [claimed])).get(claimed.id);
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
    const after = afterError(due, policy);
    await store.markFailed(deps.db, due.id, { ...after, error: String(error) });
    return after.status;
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
  const { verdict, isServerDown } = failure;
  deps.log.warn({ err: failure, emailId: due.id, verdict }, "an email was not sent");
  const after = afterFailure(due, failure, policy);
  await store.markFailed(deps.db, due.id, { ...after, error: String(failure), uncertain: verdict === "unknown" });
  await suppressBounce(deps, due, failure);
  return isServerDown ? "server_down" : after.status;
}

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
