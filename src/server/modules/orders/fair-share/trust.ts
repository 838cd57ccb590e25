import { createHmac } from "node:crypto";
import { mailboxOf } from "#contract/email-address.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Claimant } from "./claimant.ts";
import { findTrust } from "./store.ts";

/**
 * Providers that give each person one mailbox, or few. Everyone else's domain may have any number of addresses for one
 * person, so buyers with addresses there count together, as a network does.
 */
const largeProviders = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com rocketmail.com aol.com icloud.com
  me.com mac.com proton.me protonmail.com pm.me gmx.com gmx.de gmx.net web.de mail.com zoho.com fastmail.com hey.com
  comcast.net xfinity.com verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net spectrum.net optonline.net
  earthlink.net juno.com rogers.com bell.net sympatico.ca shaw.ca telus.net videotron.ca yahoo.ca hotmail.ca live.ca
  outlook.fr hotmail.fr yahoo.fr orange.fr free.fr wanadoo.fr laposte.net hotmail.co.uk live.co.uk yahoo.co.uk
  btinternet.com sky.com virginmedia.com talktalk.net naver.com qq.com 163.com yandex.com mail.ru`.split(/\s+/),
);

/** What is known of a buyer, and whose unpaid holds theirs count with. */
export type Trust = Pick<Claimant, "counted" | "isDomain" | "isKnown" | "hasExpired">;

/** Who orders: see `Claimant`. */
type Buyer = Pick<Claimant, "userId" | "email" | "emailConfirmed"> & { network: string | undefined };

/** The one mailbox of an address at a large provider: Gmail reads no dots and has two domains. */
const canonical = (mailbox: string, domain: string): string =>
  domain === "gmail.com" || domain === "googlemail.com"
    ? `${mailbox.slice(0, -domain.length - 1).replaceAll(".", "")}@gmail.com`
    : mailbox;

/**
 * Whose holds a confirmed address counts with, as stored, a keyed hash: its mailbox at a large provider, its domain
 * anywhere else.
 */
export function countedEmail(email: string, key: Buffer): Pick<Trust, "counted" | "isDomain"> {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const isDomain = !largeProviders.has(domain);
  const name = isDomain ? `mail domain ${domain}` : `mailbox ${canonical(mailboxOf(email), domain)}`;
  return { counted: createHmac("sha256", key).update(name).digest("base64url").slice(0, 22), isDomain };
}

/** Unknown buyers count with their network, known ones with their email. */
function trustOf(
  { network, email, emailConfirmed }: Buyer & { network: string },
  { hasPaid, hasConfirmed, hasExpired }: { hasPaid: boolean; hasConfirmed: boolean; hasExpired: boolean },
  key: Buffer,
): Trust {
  const isKnown = hasPaid || hasConfirmed || emailConfirmed;
  if (!isKnown) return { counted: network, isDomain: false, isKnown, hasExpired };
  return { ...countedEmail(email, key), isKnown, hasExpired: false };
}

/** What is known of some buyers, in their order. Without limits nobody counts. */
export async function readTrust(tx: Tx, buyers: Buyer[], key: Buffer): Promise<Trust[]> {
  const uncounted: Trust = { counted: "", isDomain: false, isKnown: true, hasExpired: false };
  if (!buyers.some(({ network }) => network !== undefined)) return buyers.map(() => uncounted);
  const rows = await findTrust(tx, buyers);
  return buyers.map(({ network, ...buyer }, index) =>
    network === undefined ? uncounted : trustOf({ ...buyer, network }, rows[index]!, key),
  );
}
