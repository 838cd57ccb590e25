import type { PictureRefusal } from "#contract/media.ts";
import type { ProductSheet } from "../formats/sheet.ts";

const maxUrl = 2000;

/** A picture of a product, at an address that can be fetched. */
export interface PictureWish {
  url: string;
  host: string;
  alt: string;
  /** SKUs of variants that show it. */
  skus: string[];
}

/** The pictures that a file has for a product, and addresses that none can be fetched from. */
interface PictureWishes {
  wishes: PictureWish[];
  wrong: { row: number; url: string }[];
}

/** An address of the web without its fragment; undefined for anything else. */
function parseAddress(text: string): URL | undefined {
  const whole = text.startsWith("//") ? `https:${text}` : text;
  if (!URL.canParse(whole) || whole.length > maxUrl) return undefined;
  const url = new URL(whole);
  url.hash = "";
  return (url.protocol === "https:" || url.protocol === "http:") && url.username === "" ? url : undefined;
}

/** Collects the pictures of a product, each once, in the order of the file. Those of variants come last. */
export function collectPictures({ pictures, variants, shared }: ProductSheet): PictureWishes {
  const wishes = new Map<string, PictureWish>();
  const wrong: PictureWishes["wrong"] = [];
  const title = shared.cells.Title ?? "";
  const all = [
    ...pictures.map((picture) => ({ ...picture, sku: undefined })),
    ...variants.flatMap(({ row, pictureUrl, cells }) =>
      pictureUrl === undefined ? [] : [{ row, url: pictureUrl, alt: "", sku: cells.SKU }],
    ),
  ];
  for (const { row, url: text, alt, sku } of all) {
    const url = parseAddress(text);
    if (url === undefined) {
      wrong.push({ row, url: text });
      continue;
    }
    const wish = wishes.get(url.href) ?? {
      url: url.href,
      host: url.host,
      alt: cleanAlt(alt) || cleanAlt(title),
      skus: [],
    };
    wishes.set(url.href, sku === undefined ? wish : { ...wish, skus: [...wish.skus, sku] });
  }
  return { wishes: [...wishes.values()], wrong };
}

const maxAlt = 300;

const cleanAlt = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, maxAlt);

/** Seconds until the next attempt after so many; undefined if it is given up. */
export const retryDelaySeconds = (attempts: number): number | undefined => [30, 120][attempts - 1];

const refusals: Record<PictureRefusal, string> = {
  not_a_picture: "The file isn't a picture",
  too_many_pixels: "The picture has too many pixels",
  too_small: "The picture is too small",
  unreadable: "The picture is damaged",
  failed: "We couldn't process the picture",
};

/** Why the library refused an image, in a sentence. */
export const refusalReason = (refusal: PictureRefusal | null): string => refusals[refusal ?? "failed"];

/** The name of the file at an address, for the library. */
export function fileNameOf(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // It stays as it is written in the address.
  }
  return (
    name
      .replace(/\p{Cc}+/gu, " ")
      .trim()
      .slice(0, 200) || "picture"
  );
}
