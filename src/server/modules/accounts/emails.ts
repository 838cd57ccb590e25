import { z } from "zod";
import { composeMail, defineEmail, defineText, type Mail, type MailKit } from "#server/modules/email/index.ts";
import { findAccountLink } from "./recovery/service.ts";

const passwordResetText = defineText({
  kind: "password_reset",
  name: "Reset password",
  about: "To a member who asked for a new password",
  group: "accounts",
  place: 200,
  text: [
    "Reset your password",
    "You (or someone using this email) asked for a new password for the account {{username}}.",
    "Choose a new password",
  ],
  ownVariables: { username: { meaning: "The account's username", example: "ada", isForSubject: false } },
});

const emailConfirmationText = defineText({
  kind: "email_confirmation",
  name: "Confirm email",
  about: "To a member who added an email to their account",
  group: "accounts",
  place: 210,
  text: [
    "Confirm your email",
    "Confirm that {{email}} is yours. Orders placed with it will then show up in your account.",
    "Confirm email",
  ],
  variables: ["name"],
  ownVariables: { email: { meaning: "The address to confirm", example: "ada@example.com", isForSubject: false } },
});

const signInLinkText = defineText({
  kind: "sign_in_link",
  name: "Sign in",
  about: "To a member who asked for a sign-in link",
  group: "accounts",
  place: 205,
  text: ["Your sign-in link", "Here's your link to sign in to the account {{username}}.", "Sign in"],
  ownVariables: { username: { meaning: "The account's username", example: "ada", isForSubject: false } },
});

const passwordChangedText = defineText({
  kind: "password_changed",
  name: "Password changed",
  about: "Security alert to the account's owner",
  group: "accounts",
  place: 220,
  text: ["Your password was changed", "", "Reset your password"],
  variables: [],
});

const emailChangedText = defineText({
  kind: "email_changed",
  name: "Email changed",
  about: "Security alert to the account's former address",
  group: "accounts",
  place: 230,
  text: ["The email on your account was changed", "", ""],
  variables: [],
});

const factorsResetText = defineText({
  kind: "factors_reset",
  name: "Two-factor reset",
  about: "Security alert when staff reset two-factor authentication",
  group: "accounts",
  place: 240,
  text: ["Your two-factor authentication was reset", "", ""],
  variables: [],
});

const reason = "You're receiving this email because this address is on an account with us or was entered for one.";
const expires = "The link works once and expires in 30 minutes.";

/** Asks a member to choose a new password. */
const passwordReset = (kit: MailKit, { username, link }: { username: string; link: string }): Mail =>
  composeMail(kit, {
    text: passwordResetText,
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

/** Lets a member sign in without their password. */
const signInLink = (kit: MailKit, { username, link }: { username: string; link: string }): Mail =>
  composeMail(kit, {
    text: signInLinkText,
    values: { username },
    title: "Welcome back.",
    lines: [],
    link,
    after: [
      `${expires} It signs you in on the device where you open it.`,
      "If it wasn't you, ignore this email, and don't pass the link on: it opens your account.",
    ],
    reason,
  });

/**
 * Asks a member to confirm the address of their account. Until someone does, it could be anyone's: it has neither the name
 * nor the address that was typed.
 */
const emailConfirmation = (kit: MailKit, { link }: { link: string }): Mail =>
  composeMail(kit, {
    text: emailConfirmationText,
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

/** Security alert: tells an account's owner, at the address it had until now, what changed. */
function securityAlertMail(kit: MailKit, what: string): Mail {
  if (what === "factors_reset") {
    return composeMail(kit, {
      text: factorsResetText,
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
        text: emailChangedText,
        values: {},
        title: "The email on your account was changed.",
        lines: ["Your account now uses a different email address. We'll stop sending emails about it here."],
        after: ["If it wasn't you, reply to this email right away and we'll help."],
        reason,
      })
    : composeMail(kit, {
        text: passwordChangedText,
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

/**
 * The email with a link to an account. Its secret is derived when it is written and exists in this email only. There is
 * nothing to send once the link was used, has expired or was revoked.
 */
const accountLink = defineEmail({
  kind: "account_link",
  priority: 0,
  // Only the row's id: the secret is derived from it.
  topic: z.object({ linkId: z.string() }),
  // They expire soon, each has a secret of its own, and requests for them have their own limits.
  neverWaits: true,
  texts: [
    {
      text: passwordResetText,
      example: (kit) => passwordReset(kit, { username: "ada", link: `${kit.baseUrl}/password-reset?token=example` }),
    },
    {
      text: signInLinkText,
      example: (kit) => signInLink(kit, { username: "ada", link: `${kit.baseUrl}/password-reset?sign-in=example` }),
    },
    { text: emailConfirmationText, example: (kit) => emailConfirmation(kit, { link: kit.baseUrl }) },
  ],
  triggers: {
    "account.link_made": ({ linkId, toAddress, toName }) => ({ key: linkId, toAddress, toName, topic: { linkId } }),
  },
  async findSecret(deps, { linkId }) {
    const found = await findAccountLink(deps, linkId);
    // One that signs in is for its owner alone, on a site without an email server too.
    return found?.purpose === "sign_in" ? undefined : found?.secret;
  },
  async render(deps, kit, { topic }) {
    const found = await findAccountLink(deps, topic.linkId);
    if (found === undefined) return undefined;
    const { purpose, secret } = found;
    if (purpose === "reset") return { ...passwordReset(kit, found), secret };
    if (purpose === "sign_in") return { ...signInLink(kit, found), secret };
    return { ...emailConfirmation(kit, found), secret, isNameless: true };
  },
});

const securityAlert = defineEmail({
  kind: "security_alert",
  priority: 0,
  topic: z.object({ what: z.string() }),
  // They must arrive at once, and only the owner of a confirmed address causes them.
  neverWaits: true,
  texts: [
    { text: passwordChangedText, example: (kit) => securityAlertMail(kit, "password_changed") },
    { text: emailChangedText, example: (kit) => securityAlertMail(kit, "email_changed") },
    { text: factorsResetText, example: (kit) => securityAlertMail(kit, "factors_reset") },
  ],
  triggers: {
    "account.security_changed": ({ alertId, what, toAddress, toName }) => ({
      key: alertId,
      toAddress,
      toName,
      topic: { what },
    }),
  },
  render: (_deps, kit, { topic }) => securityAlertMail(kit, topic.what),
});

/** The emails about accounts. */
export const accountEmails = [accountLink, securityAlert];
