import type { Deps } from "#server/platform/deps.ts";
import type { MailTopic } from "./new-mail.ts";
import { findEmail } from "./registry.ts";
import type { Mail } from "./mail.ts";

/** Replaces the link's secret in a stored email: what opens an account is stored nowhere. */
const placeholder = "(secret)";

/** An email as it may be stored. */
export function withoutSecret(mail: Mail): Mail {
  const { secret } = mail;
  if (secret === undefined) return mail;
  return { ...mail, html: mail.html.replaceAll(secret, placeholder), text: mail.text.replaceAll(secret, placeholder) };
}

/**
 * An email as staff read it. Without an email server this is the only place to get its link from, so the link is put
 * back while it is valid; never into an email that was sent.
 */
export async function withSecret(
  deps: Deps,
  { status, ...mail }: Pick<MailTopic, "kind" | "topic"> & { status: string },
  text: string,
): Promise<string> {
  if (status !== "not_sent" || !text.includes(placeholder)) return text;
  const found = findEmail(deps, mail);
  const secret = await found?.email.findSecret?.(deps, found.topic);
  return secret === undefined ? text : text.replaceAll(placeholder, secret);
}
