import { z } from "zod";
import { findMoneyReaders } from "#server/modules/accounts/index.ts";
import {
  composeMail,
  defineEmail,
  defineText,
  exampleUnsubscribe,
  list,
  type Mail,
  type MailKit,
} from "#server/modules/email/index.ts";
import { findSignupLinks, type SignupLinks } from "#server/modules/reminders/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { findShownVariant } from "./back-in-stock/store.ts";
import { variantName } from "./rules.ts";
import { findLowVariants } from "./stock/store.ts";

const backInStockText = defineText({
  kind: "back_in_stock",
  name: "Back in stock",
  about: "To people who asked to hear when a product is back",
  group: "events",
  place: 170,
  text: ["Back in stock: {{product}}", "You asked, and it's back.", "Shop now"],
  ownVariables: { product: { meaning: "The product's name", example: "Carnival Tee, M", isForSubject: true } },
});

const lowStockText = defineText({
  kind: "staff_low_stock",
  name: "Low stock",
  about: "To staff when a product runs low",
  group: "staff",
  place: 270,
  text: ["{{headline}}", "", "View stock"],
  variables: ["headline"],
});

/**
 * Tells a person who waited for it that a variant can be bought again.
 *
 * @returns undefined when it isn't sold anymore, or they unsubscribed meanwhile
 */
async function backInStock(
  deps: Deps,
  kit: MailKit,
  { variantId, interestId }: { variantId: number; interestId?: string | undefined },
): Promise<Mail | undefined> {
  const variant = await findShownVariant(deps.db, variantId);
  if (variant === undefined) return undefined;
  const product = { product: variantName(variant.title, variant.options), slug: variant.slug };
  if (interestId === undefined) return writeBackInStock(kit, product);
  const links = await findSignupLinks(deps, interestId);
  return links && writeBackInStock(kit, product, links);
}

/** Tells that a product can be bought again. */
const writeBackInStock = (
  kit: MailKit,
  { product, slug }: { product: string; slug: string },
  links?: SignupLinks,
): Mail =>
  composeMail(kit, {
    text: backInStockText,
    values: { product },
    title: `${product} is back.`,
    lines: [`${product} is back in stock. This email doesn't hold it for you: first come, first served.`],
    link: `${kit.baseUrl}/shop?product=${slug}`,
    reason: "You asked for this one email on the product's page.",
    ...(links && { unsubscribe: links.leave, headers: links.headers }),
  });

/** Tells staff which variants are running low, with the units that they have when the email is written. */
async function lowStock({ db }: Deps, kit: MailKit, variantIds: string): Promise<Mail | undefined> {
  const low = await findLowVariants(db, variantIds.split(",").map(Number));
  return low.length === 0 ? undefined : writeLowStock(kit, low);
}

type LowVariant = Awaited<ReturnType<typeof findLowVariants>>[number];

/** Lists variants that are running low. */
function writeLowStock(
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
    text: lowStockText,
    values: { headline },
    title: headline,
    lines,
    shownLines: list(lines),
    link: `${kit.baseUrl}/admin?section=products${low.length === 1 ? `&id=${only!.productId}` : "&show=low"}`,
    reason: "You're receiving this email because you set a low-stock alert for this product.",
  });
}

const backInStockEmail = defineEmail({
  kind: "back_in_stock",
  priority: 2,
  // Emails that a node of the version before asked for name no signup.
  topic: z.object({ variantId: z.number(), interestId: z.string().optional() }),
  mergedSubject: (count) => `Back in stock: ${count} products`,
  texts: [
    {
      text: backInStockText,
      example: (kit, { product }) => writeBackInStock(kit, { product, slug: "example" }, exampleUnsubscribe(kit)),
      latest: true,
    },
  ],
  triggers: {
    "variant.back_in_stock": ({ interestId, variantId, email, sends }) => ({
      key: `${interestId}:${sends}`,
      toAddress: email,
      toName: "",
      topic: { variantId, interestId },
    }),
  },
  render: (deps, kit, { topic }) => backInStock(deps, kit, topic),
});

const lowStockEmail = defineEmail({
  kind: "staff_low_stock",
  priority: 2,
  topic: z.object({ variantIds: z.string() }),
  isForStaff: true,
  mergedSubject: (count) => `${count} alerts about stock`,
  texts: [
    {
      text: lowStockText,
      example: (kit, { product }) =>
        writeLowStock(kit, [{ title: product, options: [], sku: "TEE-M", onHand: 2, productId: 1 }]),
      latest: true,
    },
  ],
  triggers: {
    // To the organizer's contact; without one, to each admin who can be reached.
    async "variant.low_stock"({ variants }, tx) {
      const { contactEmail } = await getSettings(tx);
      const readers = contactEmail === null ? await findMoneyReaders(tx) : [{ id: 0, name: "", email: contactEmail }];
      const [first] = variants;
      const dip = `${first!.variantId}:${first!.toldAt.getTime()}`;
      const topic = { variantIds: variants.map(({ variantId }) => variantId).join(",") };
      return readers.map(({ id, name, email }) => ({
        key: `${dip}:${id}`,
        keyName: "low-stock",
        toAddress: email,
        toName: name,
        topic,
      }));
    },
  },
  render: (deps, kit, { topic }) => lowStock(deps, kit, topic.variantIds),
});

/** The emails about products. */
export const shopEmails = [backInStockEmail, lowStockEmail];
