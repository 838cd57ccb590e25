import { createHmac } from "node:crypto";
import { preparedKey } from "#server/platform/prepared-keys.ts";
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

const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);

/** The one mailbox of an address: without a tag, and at Gmail without dots and under one of its two domains. */
export function canonicalMailbox(email: string): string {
  const mailbox = mailboxOf(email);
  const domain = domainOf(mailbox);
  if (domain !== "gmail.com" && domain !== "googlemail.com") return mailbox;
  return `${mailbox.slice(0, -domain.length - 1).replaceAll(".", "")}@gmail.com`;
}

const hashName = (name: string, key: Buffer): string =>
  createHmac("sha256", preparedKey(key)).update(name).digest("base64url").slice(0, 22);

/**
 * Whose holds a confirmed address counts with, as stored, a keyed hash: its mailbox at a large provider, its domain
 * anywhere else.
 */
export function countedEmail(email: string, key: Buffer): Pick<Trust, "counted" | "isDomain"> {
  const domain = domainOf(email);
  const isDomain = !largeProviders.has(domain);
  return {
    counted: hashName(isDomain ? `mail domain ${domain}` : `mailbox ${canonicalMailbox(email)}`, key),
    isDomain,
  };
}

/**
 * Unknown buyers count with their network, those who confirmed the order's email with that. Who paid before can type any
 * address, so they count alone.
 */
function trustOf(
  { userId, network, email, emailConfirmed }: Buyer & { network: string },
  { hasPaid, hasConfirmed, hasExpired }: { hasPaid: boolean; hasConfirmed: boolean; hasExpired: boolean },
  key: Buffer,
): Trust {
  if (hasConfirmed || emailConfirmed) return { ...countedEmail(email, key), isKnown: true, hasExpired: false };
  if (hasPaid)
    return { counted: hashName(`account ${userId}`, key), isDomain: false, isKnown: true, hasExpired: false };
  return { counted: network, isDomain: false, isKnown: false, hasExpired };
}

/** What is known of some buyers, in their order. Without limits nobody counts. */
export async function readTrust(tx: Tx, buyers: Buyer[], key: Buffer): Promise<Trust[]> {
  const uncounted: Trust = { counted: "", isDomain: false, isKnown: true, hasExpired: false };
  if (!buyers.some(({ network }) => network !== undefined)) return buyers.map(() => uncounted);
  const rows = await findTrust(
    tx,
    buyers.map(({ userId, email }) => ({ userId, mailbox: canonicalMailbox(email) })),
  );
  return buyers.map(({ network, ...buyer }, index) =>
    network === undefined ? uncounted : trustOf({ ...buyer, network }, rows[index]!, key),
  );
}
