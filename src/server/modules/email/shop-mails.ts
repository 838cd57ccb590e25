import { getSettings } from "#server/modules/settings/index.ts";
import { findLowVariants, findShownVariant, variantName } from "#server/modules/shop/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { findMoneyReaders } from "./staff-mails.ts";
import { insertMails } from "./store.ts";
import { list } from "./layout.ts";
import { composeMail, type Mail, type MailKit } from "./templates.ts";

/**
 * Tells a person who waited for it that a variant can be bought again.
 *
 * @returns undefined when it isn't sold anymore
 */
export async function backInStock({ db }: Deps, kit: MailKit, variantId: number): Promise<Mail | undefined> {
  const variant = await findShownVariant(db, variantId);
  if (variant === undefined) return undefined;
  return writeBackInStock(kit, { product: variantName(variant.title, variant.options), slug: variant.slug });
}

/** Tells that a product can be bought again. */
export const writeBackInStock = (kit: MailKit, { product, slug }: { product: string; slug: string }): Mail =>
  composeMail(kit, {
    kind: "back_in_stock",
    values: { product },
    title: `${product} is back.`,
    lines: [`${product} is back in stock. This email doesn't hold it for you: first come, first served.`],
    link: `${kit.baseUrl}/shop?product=${slug}`,
    reason: "You asked for this one email on the product's page.",
  });

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
export async function lowStock({ db }: Deps, kit: MailKit, variantIds: string): Promise<Mail | undefined> {
  const low = await findLowVariants(db, variantIds.split(",").map(Number));
  return low.length === 0 ? undefined : writeLowStock(kit, low);
}

type LowVariant = Awaited<ReturnType<typeof findLowVariants>>[number];

/** Lists variants that are running low. */
export function writeLowStock(
  kit: MailKit,
  low: Pick<LowVariant, "title" | "options" | "sku" | "onHand" | "productId">[],
): Mail {
  const lines = low.map(
    ({ title, options, sku, onHand }) => `${variantName(title, options)} (${sku}): ${onHand} left.`,
  );
  const [only] = low;
  const headline =
    low.length === 1 ? `Low stock: ${variantName(only!.title, only!.options)}` : `Low stock: ${low.length} variants`;
  return composeMail(kit, {
    kind: "staff_low_stock",
    values: { headline },
    title: headline,
    lines,
    shownLines: list(lines),
    link: `${kit.baseUrl}/admin?section=products${low.length === 1 ? `&id=${only!.productId}` : "&show=low"}`,
    reason: "You're receiving this email because you set a low-stock alert for this product.",
  });
}
