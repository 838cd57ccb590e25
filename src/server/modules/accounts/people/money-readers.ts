import { getSettings } from "#server/modules/settings/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { findReachableAdmins } from "./store.ts";

/**
 * Who gets emails about money: each admin with a confirmed address, or the site's contact address when there is none.
 * Nobody when the site has no address either.
 */
export async function findMoneyReaders(db: Queryable): Promise<{ id: number; name: string; email: string }[]> {
  const admins = await findReachableAdmins(db);
  if (admins.length > 0) return admins;
  const { contactEmail } = await getSettings(db);
  return contactEmail === null ? [] : [{ id: 0, name: "", email: contactEmail }];
}

/** Why staff get emails about money. */
export const becauseOfPayments = "You're receiving this email because you handle payments for Savage Gentlemen.";
