import { findAccountLink } from "#server/modules/accounts/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { html } from "#server/platform/html.ts";
import type { DueMail } from "./store.ts";
import { frame, linkButton, type Mail } from "./templates.ts";

const reason = "You get this mail because this address belongs to an account with us, or was entered for one.";

interface Letter {
  subject: string;
  title: string;
  lines: string[];
  button?: { label: string; link: string };
  after: string[];
}

function write({ subject, title, lines, button, after }: Letter): Mail {
  const paragraph = (line: string) => html`<p style="margin:0 0 12px">${line}</p>`;
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
  return { subject, html: frame(subject, body, reason), text, codes: [] };
}

/**
 * The mail that carries a link. Its secret is derived now and goes into the mail only.
 *
 * @returns undefined when the link was used, has lapsed or was called back: then there is nothing to send
 */
export async function linkMail(deps: Deps, { topic, toAddress }: DueMail): Promise<Mail | undefined> {
  const found = await findAccountLink(deps, String(topic.linkId));
  if (found === undefined) return undefined;
  const { purpose, link, secret, username, displayName } = found;
  const mail = write(purpose === "reset" ? resetLetter(username, link) : confirmLetter(displayName, toAddress, link));
  return { ...mail, secret };
}

function resetLetter(username: string, link: string): Letter {
  return {
    subject: "A new password for your account",
    title: "Choose a new password.",
    lines: [`Somebody, we hope you, asked for a new password for the account ${username}.`],
    button: { label: "Choose a new password", link },
    after: [
      "The link is good once, and for 30 minutes. Using it signs the account out everywhere.",
      "If it was not you, do nothing: your password stays as it is.",
    ],
  };
}

function confirmLetter(displayName: string, address: string, link: string): Letter {
  return {
    subject: "Confirm your e-mail",
    title: `One tap, ${displayName}.`,
    lines: [`Confirm that ${address} is yours. Orders placed with it then belong to your account.`],
    button: { label: "Confirm this e-mail", link },
    after: [
      "The link is good once, and for 30 minutes. You have to be signed in to your account.",
      "If you did not ask for this, do nothing: without that tap this address counts for nothing.",
    ],
  };
}

/** Tells an owner, at the address that was theirs until now, that something about their account is different. */
export function guardMail({ baseUrl }: { baseUrl: string }, { topic }: DueMail): Mail {
  if (topic.what === "factors_reset") return write(factorsLetter);
  const help = `If it was not you, get a new password now: ${baseUrl}/password-reset`;
  return topic.what === "email_changed"
    ? write({
        subject: "Your account has another e-mail now",
        title: "Your e-mail was changed.",
        lines: ["The account that had this address has another one now. Mails about it no longer come here."],
        after: ["If it was not you, reply to this mail at once: we can help."],
      })
    : write({
        subject: "Your password was changed",
        title: "Your password was changed.",
        lines: ["It was changed just now, and every other browser was signed out."],
        after: [help],
      });
}

const factorsLetter: Letter = {
  subject: "Your second factor was reset",
  title: "Your second factor was reset.",
  lines: [
    "One of our staff took away the authenticator, passkeys and recovery codes of your account, and signed it out everywhere.",
    "Sign in with your password and set up a new second factor.",
  ],
  after: ["If you did not ask for this, reply to this mail at once: we can help."],
};
