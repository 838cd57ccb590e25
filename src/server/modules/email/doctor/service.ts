import { Resolver } from "node:dns/promises";
import type { EmailCheck } from "#contract/email/delivery.ts";
import type { Config, DkimSettings } from "#server/config.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Finding } from "#server/platform/finding-rules.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { newId } from "#server/platform/ids.ts";
import { prepare } from "../outbox.ts";
import { findQueue, insertAttempt, markDone, markFailed } from "../store.ts";
import { greetMailServer, openTransport, sendMail, SendFailure } from "../transport.ts";
import { partOf } from "../contributions.ts";
import { doctorMail, doctorTest } from "./test-mail.ts";
import * as rules from "./rules.ts";
import { createPublicKey } from "node:crypto";

const lookupTimeoutMs = 3000;

/** The TXT records of a name: none if it doesn't exist; null if nobody answered. */
async function resolveTxtRecords(name: string): Promise<rules.TxtRecords> {
  if (rules.isLocal(name)) return null;
  const resolver = new Resolver({ timeout: lookupTimeoutMs, tries: 1 });
  const timer = setTimeout(() => resolver.cancel(), lookupTimeoutMs);
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    const { code } = error as { code?: string };
    return code === "ENOTFOUND" || code === "ENODATA" ? [] : null;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the email server lets us in, and whom emails come from. Sends nothing. */
export async function checkMailServer(config: Pick<Config, "smtpUrl" | "mailFrom">): Promise<Finding> {
  if (config.smtpUrl === undefined) return rules.reportMailServer(config, undefined);
  const failure = await greetMailServer(config.smtpUrl).then(
    () => undefined,
    (error: { code?: string }) => error,
  );
  return rules.reportMailServer(config, failure);
}

/** Checks everything that emails need to arrive, with what to do about each problem. */
export async function checkEmail(deps: Deps): Promise<{ checks: EmailCheck[]; from: string; leaves: boolean }> {
  const { config, db } = deps;
  const { smtpUrl, mailFrom, dkim } = config;
  const domain = rules.domainOf(mailFrom);
  const [server, spf, key, dmarc, { postalAddress }, queue] = await Promise.all([
    smtpUrl === undefined ? undefined : greetMailServer(smtpUrl).then(() => null, String),
    resolveTxtRecords(domain),
    dkim === undefined ? null : resolveTxtRecords(`${dkim.selector}._domainkey.${dkim.domain}`),
    resolveTxtRecords(`_dmarc.${domain}`),
    partOf(deps, "mailSettings")(db),
    findQueue(db),
  ]);
  return {
    from: mailFrom,
    leaves: smtpUrl !== undefined,
    checks: [
      rules.checkServer(server),
      rules.checkSender(mailFrom, domain),
      rules.checkSpf(domain, spf),
      rules.checkDkim(dkim === undefined ? null : dkimRecord(dkim), key),
      rules.checkDmarc(domain, dmarc),
      rules.checkPostalAddress(postalAddress),
      rules.checkWebhook(config.emailWebhookSecret),
      rules.checkQueue(queue),
    ],
  };
}

/** Sends a test at once and says what the email server answered. It is in the outbox like every email. */
export async function sendTestEmail(
  deps: Deps,
  staff: Principal,
  email: string,
): Promise<{ isAccepted: boolean; said: string }> {
  const { smtpUrl, dkim, baseUrl } = deps.config;
  if (smtpUrl === undefined) {
    return { isAccepted: false, said: "No email server is connected. Set SMTP_URL first." };
  }
  const due = await inTransaction(deps.db, async (tx) => {
    await partOf(deps, "recordAction")(tx, {
      staff,
      action: "email.tested",
      target: { kind: "setting", id: "email" },
      after: { email },
    });
    return insertAttempt(tx, doctorTest.toRow({ key: newId(), toAddress: email, toName: "", topic: { doctor: 1 } }));
  });
  const mail = doctorMail(baseUrl);
  const transport = openTransport(smtpUrl, { dkim });
  try {
    const response = await sendMail(transport, await prepare(deps, due, mail));
    await markDone(deps.db, due.id, "sent", mail);
    return { isAccepted: true, said: response };
  } catch (error) {
    const status = error instanceof SendFailure && error.verdict !== "unknown" ? "failed" : "unknown";
    await markFailed(deps.db, due.id, { status, error: String(error), uncertain: status === "unknown" });
    return { isAccepted: false, said: error instanceof Error ? error.message : String(error) };
  } finally {
    transport.close();
  }
}

/** The TXT record with the public key of the key that signs emails. */
export function dkimRecord({ domain, selector, privateKey }: DkimSettings): {
  host: string;
  type: "TXT";
  value: string;
} {
  const key = createPublicKey(privateKey);
  const value = key.export({ type: "spki", format: "der" }).toString("base64");
  return {
    host: `${selector}._domainkey.${domain}`,
    type: "TXT",
    value: `v=DKIM1; k=${key.asymmetricKeyType}; p=${value}`,
  };
}
