import { readConsent, answerConsent } from "./consent.ts";
import { parseJson, readStorage, dropStorage, writeStorage } from "./safe-storage.ts";

const promoKey = (eventId: string | number) => `sg:promo:${eventId}`;
const longest = 40;

/** A code from a URL as the server accepts it: trimmed and shortened. Undefined if there is none. */
export const readCode = (codeText: string | null) => codeText?.trim().slice(0, longest) || undefined;

/** What a link says about where its visitor comes from: the promoter, the source and the campaign. */
const origins = { via: "via", source: "utm_source", campaign: "utm_campaign" };
type Origin = Partial<Record<keyof typeof origins, string>>;
const originKey = (name: string) => `sg:${name}`;

const promoterKey = originKey("promoter");
const rememberedMs = 30 * 86_400_000;

/**
 * Stores what the link said that the visitor came by. The last one counts until the tab closes; who agreed to be
 * remembered keeps the promoter for 30 days.
 */
export function storeOrigin(search: string): void {
  const params = new URLSearchParams(search);
  for (const [name, param] of Object.entries(origins)) {
    const code = readCode(params.get(param));
    if (code) writeStorage(originKey(name), code, "session");
  }
  rememberPromoter();
}

/** Keeps the promoter of this tab for 30 days if the visitor agreed, and forgets everyone if they said no. */
export function rememberPromoter(): void {
  const consent = readConsent();
  if (consent === "no") dropStorage(promoterKey);
  const via = readStorage(originKey(origins.via), "session");
  if (consent !== "yes" || !via || readPromoter() === via) return;
  writeStorage(promoterKey, JSON.stringify({ via, until: Date.now() + rememberedMs }));
}

/** The promoter whose link the visitor came by in the last 30 days. */
function readPromoter(): string | undefined {
  const kept = parseJson(readStorage(promoterKey)) as { via?: unknown; until?: unknown } | null | undefined;
  if (typeof kept?.via !== "string" || !(Number(kept.until) > Date.now())) return undefined;
  return readConsent() === "yes" ? readCode(kept.via) : undefined;
}

const streamKey = originKey("stream");

/** Stores the stream that the visitor watches: what they buy in this tab counts for it. */
export const storeStream = (id: number) => writeStorage(streamKey, String(id), "session");

/** Where the visitor came from, as an order states it. */
export function readOrigin(): Origin & { streamId?: number } {
  const found = Object.keys(origins).map((name) => [name, readStorage(originKey(name), "session")]);
  const streamId = Number(readStorage(streamKey, "session"));
  const via = readPromoter();
  return {
    ...(via && { via }),
    ...Object.fromEntries(found.filter(([, value]) => value)),
    ...(streamId > 0 && { streamId }),
  };
}

/** Stores the promo code of an event link, `?promo=`, because the visitor may open other pages before checkout. */
export const storePromo = (eventId: string | number, code: string) => writeStorage(promoKey(eventId), code, "session");

export const readPromo = (eventId: string | number) => readStorage(promoKey(eventId), "session") || undefined;

/** Stores the visitor's answer, and does what it says with the promoter's link that they came by. */
export function answerAll(answer: "yes" | "no"): void {
  answerConsent(answer);
  rememberPromoter();
}
