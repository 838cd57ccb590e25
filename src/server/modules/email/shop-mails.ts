import { getSettings } from "#server/modules/settings/index.ts";
import { findLowVariants, findShownVariant, variantName } from "#server/modules/shop/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { findMoneyReaders } from "./staff-mails.ts";
import { insertMails } from "./store.ts";
import { composeMail, type Mail } from "./templates.ts";

/**
 * Tells a person who waited for it that a variant can be bought again.
 *
 * @returns undefined when it isn't sold anymore
 */
export async function backInStock({ db, config }: Deps, variantId: number): Promise<Mail | undefined> {
  const variant = await findShownVariant(db, variantId);
  if (variant === undefined) return undefined;
  const name = variantName(variant.title, variant.options);
  const link = `${config.baseUrl}/shop?product=${variant.slug}`;
  return composeMail({
    subject: `Back in stock: ${name}`,
    lines: [`${name} is back in stock.`, "This email doesn't hold it for you: first come, first served."],
    button: { label: "Shop now", link },
    ends: [`Shop now: ${link}`],
    reason: "You asked for this one email on the product's page.",
  });
}

/** Emails the organizer's contact about variants that are running low; without a contact, each admin who can be reached. */
export function subscribeToStockAlerts(bus: Deps["bus"]): void {
  bus.on("variant.low_stock", async (tx, alerts) => {
    const { contactEmail } = await getSettings(tx);
    const readers = contactEmail === null ? await findMoneyReaders(tx) : [{ id: 0, name: "", email: contactEmail }];
    for (const { variants } of alerts) {
      const [first] = variants;
      const dip = `low-stock:${first!.variantId}:${first!.toldAt.getTime()}`;
      const topic = { variantIds: variants.map(({ variantId }) => variantId).join(",") };
      await insertMails(
        tx,
        readers.map(({ id, name, email }) => ({
          dedupeKey: `${dip}:${id}`,
          kind: "staff_low_stock" as const,
          toAddress: email,
          toName: name,
          topic,
        })),
      );
    }
  });
}

/** Tells staff which variants are running low, with the units that they have when the email is written. */
export async function lowStock({ db, config }: Deps, variantIds: string): Promise<Mail | undefined> {
  const low = await findLowVariants(db, variantIds.split(",").map(Number));
  if (low.length === 0) return undefined;
  const lines = low.map(
    ({ title, options, sku, onHand }) => `${variantName(title, options)} (${sku}): ${onHand} left.`,
  );
  const [only] = low;
  const link = `${config.baseUrl}/admin?section=products${low.length === 1 ? `&id=${only!.productId}` : "&show=low"}`;
  return composeMail({
    subject:
      low.length === 1 ? `Low stock: ${variantName(only!.title, only!.options)}` : `Low stock: ${low.length} variants`,
    lines,
    button: { label: "View stock", link },
    ends: [`View stock: ${link}`],
    reason: "You're receiving this email because you set a low-stock alert for this product.",
  });
}
