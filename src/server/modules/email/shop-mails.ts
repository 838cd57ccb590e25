import { findShownVariant, variantName } from "#server/modules/shop/index.ts";
import type { Deps } from "#server/platform/deps.ts";
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
