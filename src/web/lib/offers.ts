import { readStorage, writeStorage } from "./safe-storage.ts";

const viaPlace = "sg:via";
const promoPlace = (eventId: string | number) => `sg:promo:${eventId}`;
const longest = 40;

/** A word of an address as the server takes it: trimmed and short; undefined for none. */
export const readWord = (word: string | null) => word?.trim().slice(0, longest) || undefined;

/** Notes whose link somebody came by, `?via=`. The last one counts, for as long as the tab lives. */
export function noteVia(search: string): void {
  const via = readWord(new URLSearchParams(search).get("via"));
  if (via) writeStorage(viaPlace, via, "session");
}

export const readVia = () => readStorage(viaPlace, "session") ?? undefined;

/** Notes the promo code of a link to a night, `?promo=`: the way to the checkout may lead over other pages. */
export const notePromo = (eventId: string | number, code: string) => writeStorage(promoPlace(eventId), code, "session");

export const readPromo = (eventId: string | number) => readStorage(promoPlace(eventId), "session") || undefined;
