import { readStorage, writeStorage } from "./safe-storage.ts";

const viaKey = "sg:via";
const promoKey = (eventId: string | number) => `sg:promo:${eventId}`;
const longest = 40;

/** A code from a URL as the server accepts it: trimmed and shortened. Undefined if there is none. */
export const readCode = (codeText: string | null) => codeText?.trim().slice(0, longest) || undefined;

/** Stores the promoter code of the link that the visitor came by, `?via=`. The last one counts until the tab closes. */
export function noteVia(search: string): void {
  const via = readCode(new URLSearchParams(search).get("via"));
  if (via) writeStorage(viaKey, via, "session");
}

export const readVia = () => readStorage(viaKey, "session") ?? undefined;

/** Stores the promo code of an event link, `?promo=`, because the visitor may open other pages before checkout. */
export const notePromo = (eventId: string | number, code: string) => writeStorage(promoKey(eventId), code, "session");

export const readPromo = (eventId: string | number) => readStorage(promoKey(eventId), "session") || undefined;
