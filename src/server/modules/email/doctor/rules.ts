import type { EmailCheck } from "#contract/email/delivery.ts";
import type { Config } from "#server/config.ts";
import { findings, type Finding } from "#server/platform/finding-rules.ts";

/** The TXT records of a name; null if they couldn't be looked up. */
export type TxtRecords = string[] | null;

/** The domain of the sender's address, `example.com` of `Brand <mail@example.com>`. */
export const domainOf = (mailFrom: string): string => /@([^<>\s@]+?)>?\s*$/.exec(mailFrom)?.[1]?.toLowerCase() ?? "";

/** Domains that no receiver can look up. */
export const isLocal = (domain: string): boolean =>
  domain === "localhost" || !domain.includes(".") || /\.(?:local|localhost|test|invalid|example)$/.test(domain);

const check = (
  name: EmailCheck["name"],
  verdict: EmailCheck["verdict"],
  text: string,
  fix: string | null = null,
  record: EmailCheck["record"] = null,
): EmailCheck => ({ name, verdict, text, fix, record });

const addRecord = "Add this TXT record at your domain's DNS provider.";

/** The sender's address. */
export const checkSender = (mailFrom: string, domain: string): EmailCheck =>
  isLocal(domain)
    ? check("sender", "problem", `Emails come from ${mailFrom}.`, "Set MAIL_FROM to an address of your own domain.")
    : check("sender", "ok", `Emails come from ${mailFrom}.`);

/** Who may send for the domain. */
export function checkSpf(domain: string, records: TxtRecords): EmailCheck {
  const record = { host: domain, type: "TXT" as const, value: "v=spf1 include:spf.your-email-provider.com ~all" };
  if (records === null) return check("spf", "warning", `We couldn't look up ${domain}.`, "Try again in a minute.");
  const found = records.filter((text) => /^v=spf1\b/i.test(text));
  if (found.length === 1) return check("spf", "ok", `SPF is set: ${found[0]}`);
  if (found.length > 1) {
    return check(
      "spf",
      "problem",
      `${domain} has ${found.length} SPF records.`,
      "Merge them into one: email providers ignore more than one.",
    );
  }
  const provider = "Your email provider's help says which name to include.";
  return check("spf", "problem", `${domain} has no SPF record.`, `${addRecord} ${provider}`, record);
}

/** Whether emails are signed, and receivers find the key. */
export function checkDkim(record: EmailCheck["record"], records: TxtRecords): EmailCheck {
  if (record === null) {
    const fix = "Turn on DKIM at your email provider, or set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY.";
    return check("dkim", "warning", "The site doesn't sign emails. Your email provider may do it.", fix);
  }
  if (records === null)
    return check("dkim", "warning", `We couldn't look up ${record.host}.`, "Try again in a minute.", record);
  const keyOf = (text: string) => /p=([^;]+)/.exec(text.replaceAll(/\s/g, ""))?.[1];
  return records.some((text) => keyOf(text) === keyOf(record.value))
    ? check("dkim", "ok", "Emails are signed, and the key is in your DNS.")
    : check("dkim", "problem", `${record.host} doesn't have the key that signs emails.`, addRecord, record);
}

/** What receivers do with emails that pretend to be from the domain. */
export function checkDmarc(domain: string, records: TxtRecords): EmailCheck {
  const host = `_dmarc.${domain}`;
  if (records === null) return check("dmarc", "warning", `We couldn't look up ${host}.`, "Try again in a minute.");
  const found = records.find((text) => /^v=DMARC1\b/i.test(text));
  if (found !== undefined) return check("dmarc", "ok", `DMARC is set: ${found}`);
  const text = `${host} has no DMARC record. Gmail and Yahoo require one of senders of campaigns.`;
  return check("dmarc", "problem", text, addRecord, {
    host,
    type: "TXT",
    value: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
  });
}

/** What marketing must show. */
export const checkPostalAddress = (postalAddress: string | null): EmailCheck =>
  postalAddress === null
    ? check(
        "postal_address",
        "warning",
        "Marketing emails need your postal address.",
        "Add it on this page to send campaigns.",
      )
    : check("postal_address", "ok", "Marketing emails show your postal address.");

/** Whether the provider can report bounces. */
export const checkWebhook = (secret: string | undefined): EmailCheck =>
  secret === undefined
    ? check(
        "webhook",
        "warning",
        "We don't find out about bounces and spam complaints that come in later.",
        "Set EMAIL_WEBHOOK_SECRET, and have your email provider report to /api/webhooks/email.",
      )
    : check("webhook", "ok", "Bounces and complaints are accepted at /api/webhooks/email.");

/** Whether emails leave on time. */
export function checkQueue({ waiting, lateSeconds }: { waiting: number; lateSeconds: number }): EmailCheck {
  const [are, leave] = waiting === 1 ? ["1 email waits", "leaves"] : [`${waiting} emails wait`, "leave"];
  if (lateSeconds > 300) {
    const late = `${are}, the first for ${Math.round(lateSeconds / 60)} minutes.`;
    return check("queue", "problem", late, "Check the email server.");
  }
  return check("queue", "ok", waiting === 0 ? "No emails are waiting." : `${are}, and ${leave} on time.`);
}

/** Whether the email server answers. @param failure what went wrong; null if nothing; undefined without a server */
export function checkServer(failure: string | null | undefined): EmailCheck {
  if (failure === undefined) {
    return check("server", "problem", "No email server is connected, so nothing is being sent.", "Set SMTP_URL.");
  }
  if (failure === null) return check("server", "ok", "The email server responds and accepts our password.");
  return check("server", "problem", `The email server doesn't work: ${failure}`, "Check SMTP_URL.");
}

/** How the email server answered; undefined code if it let us in. */
export function reportMailServer(
  config: Pick<Config, "smtpUrl" | "mailFrom">,
  failure: { code?: string } | undefined,
): Finding {
  if (config.smtpUrl === undefined) {
    return findings.warning(
      "Email",
      "No email server is connected, so nothing is being sent. Buyers can't confirm their email at checkout, so people who hold tickets without paying are held back less.",
      "Set SMTP_URL and MAIL_FROM where the server runs, then restart it.",
    );
  }
  const { host } = new URL(config.smtpUrl);
  if (failure === undefined) {
    return /@localhost>?$/.test(config.mailFrom)
      ? findings.warning(
          "Email",
          `${host} lets us in, but the sender is ${config.mailFrom}.`,
          "Set MAIL_FROM to an address of yours.",
        )
      : findings.fine("Email", `${host} lets us in. Nothing was sent.`);
  }
  if (failure.code === "EAUTH") {
    return findings.broken(
      "Email",
      `${host} refuses the user or the password.`,
      "Correct both in SMTP_URL, percent-encoded.",
    );
  }
  if (failure.code === "ETLS") {
    return findings.broken(
      "Email",
      `${host} and this machine can't agree on TLS.`,
      "Use smtps:// with port 465, or smtp:// with 587.",
    );
  }
  return findings.broken(
    "Email",
    `${host} doesn't answer as an email server${failure.code === undefined ? "" : ` (${failure.code})`}.`,
    "Correct host and port in SMTP_URL, and let this machine through the firewall.",
  );
}
