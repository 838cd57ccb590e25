import { findAccountLink } from "#server/modules/accounts/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { html } from "#server/platform/html.ts";
import { greet } from "./rules.ts";
import type { MailTopic } from "./store.ts";
import { paragraph, frame, linkButton, type Mail, type MailLink } from "./templates.ts";

const reason = "You're receiving this email because this address is on an account with us or was entered for one.";

interface MailTemplate {
  subject: string;
  title: string;
  lines: string[];
  button?: MailLink;
  after: string[];
}

function write({ subject, title, lines, button, after }: MailTemplate): Mail {
  const body = html` <h1 style="margin:0 0 10px;font-size:28px;line-height:1.15">${title}</h1>
    ${lines.map(paragraph)}
    ${
      button !== undefined &&
      html`<p style="margin:20px 0">
        ${linkButton(button.label, button.link)}
      </p>`
    }
    ${after.map(paragraph)}`;
  const link = button === undefined ? [] : ["", `${button.label}: ${button.link}`, ""];
  const text = [title, "", ...lines, ...link, ...after, "", reason].join("\n");
  const brief = { lines: [...lines, ...after], links: button === undefined ? [] : [button] };
  return { subject, html: frame(subject, body, reason), text, codes: [], brief };
}

/**
 * The email with a link to an account. Its secret is derived now and exists in this email only.
 *
 * @returns undefined when the link was used, has expired or was revoked: then there is nothing to send
 */
export async function linkMail(deps: Deps, { topic, toAddress }: MailTopic): Promise<Mail | undefined> {
  const found = await findAccountLink(deps, String(topic.linkId));
  if (found === undefined) return undefined;
  const { purpose, link, secret, username, displayName } = found;
  const mail = write(
    purpose === "reset" ? resetTemplate(username, link) : confirmTemplate(displayName, toAddress, link),
  );
  return { ...mail, secret };
}

function resetTemplate(username: string, link: string): MailTemplate {
  return {
    subject: "Reset your password",
    title: "Choose a new password.",
    lines: [`You (or someone using this email) asked for a new password for the account ${username}.`],
    button: { label: "Choose a new password", link },
    after: [
      "The link works once and expires in 30 minutes. Using it signs you out everywhere.",
      "If it wasn't you, ignore this email. Your password won't change.",
    ],
  };
}

function confirmTemplate(displayName: string, address: string, link: string): MailTemplate {
  return {
    subject: "Confirm your email",
    title: greet("One more step", displayName),
    lines: [`Confirm that ${address} is yours. Orders placed with it will then show up in your account.`],
    button: { label: "Confirm email", link },
    after: [
      "The link works once and expires in 30 minutes. You need to be signed in to your account.",
      "If you didn't ask for this, ignore this email. Nothing changes unless you confirm.",
    ],
  };
}

/** Security alert: tells an account's owner, at the address it had until now, what changed. */
export function guardMail({ baseUrl }: { baseUrl: string }, { topic }: MailTopic): Mail {
  if (topic.what === "factors_reset") return write(factorsTemplate);
  const help = `If it wasn't you, reset your password now: ${baseUrl}/password-reset`;
  return topic.what === "email_changed"
    ? write({
        subject: "The email on your account was changed",
        title: "The email on your account was changed.",
        lines: ["Your account now uses a different email address. We'll stop sending emails about it here."],
        after: ["If it wasn't you, reply to this email right away and we'll help."],
      })
    : write({
        subject: "Your password was changed",
        title: "Your password was changed.",
        lines: ["It was changed just now, and you were signed out on every other device."],
        after: [help],
      });
}

const factorsTemplate: MailTemplate = {
  subject: "Your two-factor authentication was reset",
  title: "Your two-factor authentication was reset.",
  lines: [
    "Our staff removed the authenticator app, passkeys and recovery codes from your account and signed you out everywhere.",
    "Sign in with your password, then set up two-factor again.",
  ],
  after: ["If you didn't ask for this, reply to this email right away and we'll help."],
};
