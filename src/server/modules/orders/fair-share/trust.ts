import { createHmac } from "node:crypto";
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

/** What is known of a buyer, and for whom their unpaid holds count. */
export type Trust = Pick<Claimant, "counted" | "isKnown" | "hasExpired">;

/** Who orders: see `Claimant`. */
type Buyer = Pick<Claimant, "userId" | "email" | "emailConfirmed"> & { network: string | undefined };

/** The network under which confirmed addresses of a domain count, as stored: a keyed hash. Undefined at a large provider. */
export function domainNetwork(email: string, key: Buffer): string | undefined {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (largeProviders.has(domain)) return undefined;
  return createHmac("sha256", key).update(`mail domain ${domain}`).digest("base64url").slice(0, 22);
}

/**
 * For whom unpaid holds count. Unknown buyers: their network. Who confirmed the order's email: nobody else, or its domain.
 * Who paid before: nobody else.
 */
function trustOf(
  { network, email, emailConfirmed }: Buyer,
  row: { hasPaid: boolean; hasConfirmed: boolean; hasExpired: boolean },
  key: Buffer,
): Trust {
  const { hasPaid, hasExpired } = row;
  const hasConfirmed = row.hasConfirmed || emailConfirmed;
  const counted = hasPaid ? undefined : hasConfirmed ? domainNetwork(email, key) : network;
  return { counted, isKnown: hasPaid || hasConfirmed, hasExpired };
}

/** What is known of some buyers, in their order. Without limits, all that matters is that nobody counts. */
export async function readTrust(tx: Tx, buyers: Buyer[], key: Buffer): Promise<Trust[]> {
  const nobody: Trust = { counted: undefined, isKnown: true, hasExpired: false };
  if (!buyers.some(({ network }) => network !== undefined)) return buyers.map(() => nobody);
  const rows = await findTrust(tx, buyers);
  return buyers.map((buyer, index) => (buyer.network === undefined ? nobody : trustOf(buyer, rows[index]!, key)));
}
