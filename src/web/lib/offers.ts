import { readStorage, writeStorage } from "./safe-storage.ts";

const promoKey = (eventId: string | number) => `sg:promo:${eventId}`;
const longest = 40;

/** A code from a URL as the server accepts it: trimmed and shortened. Undefined if there is none. */
export const readCode = (codeText: string | null) => codeText?.trim().slice(0, longest) || undefined;

/** What a link says about where its visitor comes from: the promoter, the source and the campaign. */
const origins = { via: "via", source: "utm_source", campaign: "utm_campaign" };
type Origin = Partial<Record<keyof typeof origins, string>>;
const originKey = (name: string) => `sg:${name}`;

/** Stores what the link said that the visitor came by. The last one counts until the tab closes. */
export function storeOrigin(search: string): void {
  const params = new URLSearchParams(search);
  for (const [name, param] of Object.entries(origins)) {
    const said = readCode(params.get(param));
    if (said) writeStorage(originKey(name), said, "session");
  }
}

const streamKey = originKey("stream");

/** Stores the stream that the visitor watches: what they buy in this tab counts for it. */
export const storeStream = (id: number) => writeStorage(streamKey, String(id), "session");

/** Where the visitor came from, as an order states it. */
export function readOrigin(): Origin & { streamId?: number } {
  const found = Object.keys(origins).map((name) => [name, readStorage(originKey(name), "session")]);
  const streamId = Number(readStorage(streamKey, "session"));
  return { ...Object.fromEntries(found.filter(([, said]) => said)), ...(streamId > 0 && { streamId }) };
}

/** Stores the promo code of an event link, `?promo=`, because the visitor may open other pages before checkout. */
export const storePromo = (eventId: string | number, code: string) => writeStorage(promoKey(eventId), code, "session");

export const readPromo = (eventId: string | number) => readStorage(promoKey(eventId), "session") || undefined;
