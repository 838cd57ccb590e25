import { fold } from "../editing/rules.ts";
import type { Group } from "./drafts.ts";
import { createUnique } from "./formats/texts.ts";
import type { ProductSheet, Remark, VariantSheet } from "./formats/sheet.ts";
import { createLookalikeFinder, isShortened, type LookalikeFinder } from "./rewritten-skus.ts";

/** A variant of the shop, as far as SKUs need it. */
export interface KnownVariant {
  id: number;
  productId: number;
  sku: string;
  title: string;
  options: string[];
}

/** An SKU of a file that isn't in the shop, but looks like one that a spreadsheet rewrote. */
export interface SkuQuestion {
  row: number;
  sku: string;
  looksLike: Pick<KnownVariant, "sku" | "title" | "options">;
}

/** What resolving SKUs found. */
interface ResolvedSkus {
  groups: Group[];
  questions: SkuQuestion[];
  remarks: Remark[];
  leftOut: Remark[];
}

/** Answers to questions by their row: whether the SKU is that of the variant it looks like. */
export type SkuAnswers = Map<number, boolean>;

const maxSku = 40;

interface Context {
  known: Map<string, KnownVariant>;
  finder: LookalikeFinder;
  used: Set<string>;
  answers: SkuAnswers;
  result: ResolvedSkus;
}

/**
 * Finds the SKU that each variant of a file has in the shop. Without one, the variant with the same options has it, or one
 * is created from the handle. An SKU that a spreadsheet may have rewritten is asked about; until there is an answer, it
 * counts as that of the variant which it looks like, so that it never becomes a second variant by itself.
 */
export function resolveSkus(groups: Group[], variants: KnownVariant[], answers: SkuAnswers): ResolvedSkus {
  const skus = groups.flatMap(({ sheet }) => sheet.variants.map(({ cells }) => fold(cells.SKU ?? "")));
  const context: Context = {
    known: new Map(variants.map((variant) => [fold(variant.sku), variant])),
    finder: createLookalikeFinder(variants.map(({ sku }) => sku)),
    used: new Set([...variants.map(({ sku }) => fold(sku)), ...skus]),
    answers,
    result: { groups: [], questions: [], remarks: [], leftOut: [] },
  };
  for (const group of groups) {
    const resolved = group.sheet.variants.flatMap((variant) => {
      const sku = resolveSku(variant, group, context);
      return sku === undefined ? [] : [{ ...variant, cells: { ...variant.cells, SKU: sku } }];
    });
    context.result.groups.push({ ...group, sheet: { ...group.sheet, variants: resolved } });
  }
  return context.result;
}

function resolveSku(
  variant: VariantSheet,
  group: Group,
  { known, finder, used, answers, result }: Context,
): string | undefined {
  const sku = variant.cells.SKU ?? "";
  const field = "SKU";
  const values = optionValues(variant);
  if (sku === "") {
    const former = group.before?.variants.find(({ options }) => fold(options.join("\n")) === fold(values.join("\n")));
    return former?.sku ?? createSku(group.sheet, values, used);
  }
  if (known.has(fold(sku))) return sku;
  const clean = group.sheet.isOwn ? sku : cleanSku(sku);
  if (known.has(fold(clean))) return clean;
  const lookalike = chooseLookalike(finder.find(sku), values, group);
  if (lookalike !== undefined) {
    const { title, options, sku: other } = known.get(fold(lookalike))!;
    result.questions.push({ row: variant.row, sku, looksLike: { sku: other, title, options } });
    if (answers.get(variant.row) ?? true) return other;
  }
  if (isShortened(sku)) {
    const message = `Excel shortened this SKU to ${sku}. Format the column as text in the original file, then export it again`;
    result.leftOut.push({ row: variant.row, field, message });
    return undefined;
  }
  if (clean === sku) return sku;
  const free = createUnique(clean || fold(group.sheet.handle).toUpperCase(), used, maxSku);
  result.remarks.push({
    row: variant.row,
    field,
    message: `“${sku}” became ${free}: an SKU has letters, digits, dots, dashes and underscores`,
  });
  return free;
}

const optionValues = ({ cells }: VariantSheet): string[] =>
  ([1, 2, 3] as const).map((number) => cells[`Option ${number} value`] ?? "").filter((value) => value !== "");

/** Of several, the one in the same product with the same options. */
function chooseLookalike(skus: string[], values: string[], { before }: Group): string | undefined {
  const own = skus.filter((sku) => before?.variants.some((variant) => variant.sku === sku));
  const same = own.find((sku) => {
    const variant = before!.variants.find((one) => one.sku === sku)!;
    return fold(variant.options.join("\n")) === fold(values.join("\n"));
  });
  return same ?? own[0] ?? skus[0];
}

const cleanSku = (sku: string): string =>
  sku
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+|-+$/g, "")
    .slice(0, maxSku);

/** `FETE-TEE-BLACK-M`: from the handle and the options, so that it is the same each time. */
function createSku({ handle }: ProductSheet, values: string[], used: Set<string>): string {
  const end = cleanSku(values.join("-")).slice(0, 24);
  const start = handle.slice(0, end === "" ? maxSku : maxSku - end.length - 1).replace(/-$/, "");
  return createUnique((end === "" ? start : `${start}-${end}`).toUpperCase(), used, maxSku);
}
