import { findAccountLink } from "#server/modules/accounts/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { MailTopic } from "./new-mail.ts";
import { composeMail, type Mail, type MailKit } from "./templates.ts";

const reason = "You're receiving this email because this address is on an account with us or was entered for one.";
const expires = "The link works once and expires in 30 minutes.";

/** Asks a member to choose a new password. */
export const passwordReset = (kit: MailKit, { username, link }: { username: string; link: string }): Mail =>
  composeMail(kit, {
    kind: "password_reset",
    values: { username },
    title: "Choose a new password.",
    lines: [],
    link,
    after: [
      `${expires} Using it signs you out everywhere.`,
      "If it wasn't you, ignore this email. Your password won't change.",
    ],
    reason,
  });

/**
 * Asks a member to confirm the address of their account. Until someone does, it could be anyone's: it has neither the name
 * nor the address that was typed.
 */
export const emailConfirmation = (kit: MailKit, { link }: { link: string }): Mail =>
  composeMail(kit, {
    kind: "email_confirmation",
    values: { name: "", email: "this email address" },
    title: "One more step.",
    lines: [],
    link,
    after: [
      `${expires} You need to be signed in to your account.`,
      "If you didn't ask for this, ignore this email. Nothing changes unless you confirm.",
    ],
    reason,
  });

/**
 * The email with a link to an account. Its secret is derived now and exists in this email only.
 *
 * @returns undefined when the link was used, has expired or was revoked: then there is nothing to send
 */
export async function linkMail(deps: Deps, kit: MailKit, { topic }: MailTopic): Promise<Mail | undefined> {
  const found = await findAccountLink(deps, String(topic.linkId));
  if (found === undefined) return undefined;
  const { purpose, secret } = found;
  if (purpose === "reset") return { ...passwordReset(kit, found), secret };
  return { ...emailConfirmation(kit, found), secret, isNameless: true };
}

/** Security alert: tells an account's owner, at the address it had until now, what changed. */
export function guardMail(kit: MailKit, what: string): Mail {
  if (what === "factors_reset") {
    return composeMail(kit, {
      kind: "factors_reset",
      values: {},
      title: "Your two-factor authentication was reset.",
      lines: [
        "Our staff removed the authenticator app, passkeys and recovery codes from your account and signed you out everywhere.",
        "Sign in with your password, then set up two-factor again.",
      ],
      after: ["If you didn't ask for this, reply to this email right away and we'll help."],
      reason,
    });
  }
  return what === "email_changed"
    ? composeMail(kit, {
        kind: "email_changed",
        values: {},
        title: "The email on your account was changed.",
        lines: ["Your account now uses a different email address. We'll stop sending emails about it here."],
        after: ["If it wasn't you, reply to this email right away and we'll help."],
        reason,
      })
    : composeMail(kit, {
        kind: "password_changed",
        values: {},
        title: "Your password was changed.",
        lines: [
          "It was changed just now, and you were signed out on every other device.",
          "If it wasn't you, reset it now.",
        ],
        link: `${kit.baseUrl}/password-reset`,
        reason,
      });
}
