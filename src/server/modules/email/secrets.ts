import { findAccountLink } from "#server/modules/accounts/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Mail } from "./templates.ts";

/** Stands in a stored mail where the secret of its link was: what opens an account is kept nowhere. */
const mark = "(secret)";

/** A mail as it may be kept. */
export function withoutSecret(mail: Mail): Mail {
  const { secret } = mail;
  if (secret === undefined) return mail;
  return { ...mail, html: mail.html.replaceAll(secret, mark), text: mail.text.replaceAll(secret, mark) };
}

/**
 * A kept mail as staff read it. Where no mail server is set this is the only place where its reader can get it from, so
 * its link is written in again for as long as it is good; of a mail that left it never is.
 */
export async function withKeptSecret(
  deps: Deps,
  { status, linkId }: { status: string; linkId: string | null },
  text: string,
): Promise<string> {
  if (status !== "kept" || linkId === null || !text.includes(mark)) return text;
  const link = await findAccountLink(deps, linkId);
  return link === undefined ? text : text.replaceAll(mark, link.secret);
}
