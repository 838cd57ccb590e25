import { fold, type Object, type Problem, type ProductDraft, type ProductRecord } from "./rules.ts";

/** What a draft says of other rows, as they are now. */
export interface Surroundings {
  /** Products outside of the drafts that have or had one of their slugs, and variants that have one of their SKUs. */
  slugs: { slug: string; title: string }[];
  skus: { sku: string; title: string }[];
  /** Variants that bundles name. */
  parts: { id: number; productId: number; kind: ProductDraft["kind"]; isBundle: boolean; isArchived: boolean }[];
  /** Bundles on sale that take variants of the drafts: which part, and the bundle's own name. */
  uses: { partId: number; title: string }[];
  collectionIds: number[];
  eventIds: number[];
  /** Files that no other product has. */
  fileIds: { id: number; productId: number | null }[];
}

/** Everything that is wrong with some products together, and with what they name. */
export function checkTogether(
  drafts: ProductDraft[],
  befores: Map<number, ProductRecord>,
  around: Surroundings,
): Problem[] {
  const problems: Problem[] = [];
  const slugs = new Map(around.slugs.map(({ slug, title }) => [slug, title]));
  const skus = new Map(around.skus.map(({ sku, title }) => [fold(sku), title]));
  drafts.forEach((draft, index) => {
    const object: Object = (path, message) => void problems.push({ draft: index, path, message });
    const owner = slugs.get(draft.slug);
    if (owner !== undefined) object("slug", `“${owner}” already uses this address`);
    slugs.set(draft.slug, draft.title);
    const own = new Set<string>();
    draft.variants.forEach(({ sku }, at) => {
      const other = skus.get(fold(sku));
      if (other !== undefined && !own.has(fold(sku)))
        object(`variants.${at}.sku`, `“${other}” already has the SKU “${sku}”`);
      own.add(fold(sku));
    });
    for (const sku of own) skus.set(sku, draft.title);
    checkParts(draft, around, object);
    checkUses(draft, draft.id === undefined ? undefined : befores.get(draft.id), around, object);
    checkNamed(draft, around, object);
  });
  return problems;
}

function checkParts(draft: ProductDraft, { parts: known }: Surroundings, object: Object): void {
  draft.variants.forEach(({ parts }, index) =>
    parts.forEach(({ variantId }, at) => {
      const part = known.find(({ id }) => id === variantId);
      const path = `variants.${index}.parts.${at}.variantId`;
      if (part === undefined || part.isArchived) return object(path, "We can't find this part of the bundle");
      // A variant of the same product is judged by what it will be.
      const own = draft.variants.find(({ id }) => id === variantId);
      if (own === undefined ? part.isBundle : own.parts.length > 0) object(path, "A bundle can't have a bundle in it");
      if (part.productId === draft.id && own === undefined) object(path, "This save removes a part of the bundle");
      if (part.kind !== draft.kind) object(path, `A ${draft.kind} bundle can only have ${draft.kind} parts`);
    }),
  );
}

/** A variant that bundles take stays, and is no bundle itself. */
function checkUses(
  draft: ProductDraft,
  before: ProductRecord | undefined,
  { uses }: Surroundings,
  object: Object,
): void {
  for (const { id, options, sku } of before?.variants ?? []) {
    const use = uses.find(({ partId }) => partId === id);
    if (use === undefined) continue;
    const at = draft.variants.findIndex((variant) => variant.id === id);
    const name = options.join(" / ") || sku;
    if (at < 0) object("variants", `“${name}” is a part of the bundle “${use.title}”. Remove it there first`);
    else if (draft.variants[at]!.parts.length > 0) {
      object(
        `variants.${at}.parts`,
        `“${name}” is a part of the bundle “${use.title}”, so it can't be a bundle itself`,
      );
    }
  }
}

function checkNamed(draft: ProductDraft, around: Surroundings, object: Object): void {
  if (!draft.collectionIds.every((id) => around.collectionIds.includes(id))) {
    object("collectionIds", "We can't find one of these collections");
  }
  if (!draft.eventIds.every((id) => around.eventIds.includes(id))) {
    object("eventIds", "We can't find one of these events");
  }
  if (draft.fileId === undefined) return;
  const file = around.fileIds.find(({ id }) => id === draft.fileId);
  if (file === undefined || (file.productId !== null && file.productId !== draft.id)) {
    object("fileId", "We can't find this file. Upload it again");
  }
}
