import { randomUUID } from "node:crypto";
import type { Client } from "#testing/site.ts";
import { badIds } from "./mutations.ts";
import type { Sample } from "./scene.ts";

export interface Promotions {
  eventId: number;
  codeId: number;
  unusedCodeId: number;
  promoterId: number;
  /** Another promoter, whose secret link can be renewed. */
  otherPromoterId: number;
  key: string;
}

/** A promo code to change, one to delete, and a promoter with a secret link. */
export async function preparePromotions(admin: Client, eventId: number): Promise<Promotions> {
  const code = (codeText: string) =>
    admin.post("/api/admin/promo-codes", { code: codeText, discount: { kind: "percent", percent: 10 } });
  const promoter = { name: "Kezia Rampersad", linkCode: "kezia", commission: { kind: "none" } };
  // For an order on hold.
  await code("LATER10");
  const { body } = await admin.post("/api/admin/promoters", promoter);
  const link = await admin.get(`/api/admin/promoters/${body.id}/link`);
  return {
    eventId,
    codeId: (await code("SOCA10")).body.id,
    unusedCodeId: (await code("MISTAKE")).body.id,
    promoterId: body.id,
    otherPromoterId: (await admin.post("/api/admin/promoters", { ...promoter, linkCode: "committee" })).body.id,
    key: new URL(link.body.url).searchParams.get("promoter")!,
  };
}

/** One valid call of each endpoint for promo codes and promoters. */
export function promotionSamples(of: Promotions, as: Client, anon: Client): Record<string, Sample> {
  const { eventId, codeId, unusedCodeId, promoterId, otherPromoterId, key } = of;
  const code = {
    code: "JOUVERT",
    note: "For the mas bands",
    eventId,
    discount: { kind: "per_unit", amountCents: 500 },
    currency: "USD",
    startsAt: "2026-11-01T04:00:00.000Z",
    endsAt: "2026-12-01T04:00:00.000Z",
    totalLimit: 100,
    personLimit: 2,
    unitLimit: 4,
    minimumCents: 2000,
  };
  const optional = Object.keys(code).filter((name) => name !== "code" && name !== "discount");
  const { code: _, totalLimit: __, personLimit: ___, ...many } = code;
  const promoter = {
    name: "Kezia Rampersad",
    kind: "committee",
    linkCode: "kezia",
    eventId,
    allocation: 40,
    commission: { kind: "percent", percent: 10 },
  };
  const optionalOfPromoter = ["kind", "eventId", "allocation"];
  const one = `/api/admin/promoters/${promoterId}`;
  return {
    "GET /api/admin/promo-codes": {
      as,
      url: `/api/admin/promo-codes?eventId=${eventId}&q=soca&status=active&sort=-used&page=1`,
    },
    "GET /api/admin/promo-codes.csv": { as, url: "/api/admin/promo-codes.csv?q=soca" },
    "POST /api/admin/promo-codes": { as, url: "/api/admin/promo-codes", body: code, optional },
    "POST /api/admin/promo-codes/batches": {
      as,
      url: "/api/admin/promo-codes/batches",
      body: { ...many, prefix: "MAS", count: 20 },
      optional: optional.filter((name) => name in many),
      headers: { "idempotency-key": randomUUID() },
    },
    "PUT /api/admin/promo-codes/{id}": {
      as,
      url: `/api/admin/promo-codes/${codeId}`,
      body: { ...code, code: "SOCA10", version: 1 },
      optional,
    },
    "POST /api/admin/promo-codes/{id}/status": {
      as,
      url: `/api/admin/promo-codes/${codeId}/status`,
      body: { status: "paused" },
    },
    "DELETE /api/admin/promo-codes/{id}": { as, url: `/api/admin/promo-codes/${unusedCodeId}` },
    "GET /api/admin/promoters": {
      as,
      url: `/api/admin/promoters?eventId=${eventId}&q=kezia&status=active&sort=name&page=1`,
    },
    "GET /api/admin/promoters.csv": { as, url: "/api/admin/promoters.csv?q=kezia" },
    "POST /api/admin/promoters": {
      as,
      url: "/api/admin/promoters",
      body: { ...promoter, linkCode: "wendell" },
      optional: optionalOfPromoter,
    },
    "PUT /api/admin/promoters/{id}": { as, url: one, body: { ...promoter, version: 1 }, optional: optionalOfPromoter },
    "POST /api/admin/promoters/{id}/status": { as, url: `${one}/status`, body: { status: "paused" } },
    "GET /api/admin/promoters/{id}/link": { as, url: `${one}/link` },
    "POST /api/admin/promoters/{id}/link": {
      as,
      url: `/api/admin/promoters/${otherPromoterId}/link`,
      body: {},
      optional: [""],
    },
    "GET /api/admin/promoters/{id}/results": { as, url: `${one}/results` },
    "GET /api/promoters/results": { as: anon, url: `/api/promoters/results?key=${key}` },
  };
}

export const promotionAccess = {
  "GET /api/admin/promo-codes": "admin",
  "GET /api/admin/promo-codes.csv": "admin",
  "POST /api/admin/promo-codes": "admin",
  "POST /api/admin/promo-codes/batches": "admin",
  "PUT /api/admin/promo-codes/{id}": "admin",
  "POST /api/admin/promo-codes/{id}/status": "admin",
  "DELETE /api/admin/promo-codes/{id}": "admin",
  "GET /api/admin/promoters": "admin",
  "GET /api/admin/promoters.csv": "admin",
  "POST /api/admin/promoters": "admin",
  "PUT /api/admin/promoters/{id}": "admin",
  "POST /api/admin/promoters/{id}/status": "admin",
  "GET /api/admin/promoters/{id}/link": "admin",
  "POST /api/admin/promoters/{id}/link": "admin",
  "GET /api/admin/promoters/{id}/results": "admin",
  "GET /api/promoters/results": "public",
} as const;

export const promotionParams: Record<string, string[]> = {
  "/api/admin/promo-codes/{id}": badIds,
  "/api/admin/promo-codes/{id}/status": badIds,
  "/api/admin/promoters/{id}": badIds,
  "/api/admin/promoters/{id}/status": badIds,
  "/api/admin/promoters/{id}/link": badIds,
  "/api/admin/promoters/{id}/results": badIds,
};

export const unknownPromotions = [
  ["DELETE", "/api/admin/promo-codes/999999"],
  ["GET", "/api/admin/promoters/999999/link"],
  ["POST", "/api/admin/promoters/999999/link"],
  ["GET", "/api/admin/promoters/999999/results"],
  ["GET", "/api/promoters/results?key=1.1.AAAAAAAAAAAAAAAAAAAAAA"],
  ["GET", "/api/promoters/results?key="],
] as const;

export const badPromotionQueries = [
  "promo-codes?status=free",
  "promo-codes?sort=stock",
  "promo-codes?eventId=1e3",
  "promo-codes.csv?status=x",
  "promoters?status=used_up",
  "promoters?sort=commission",
  "promoters.csv?eventId=0",
] as const;

/** Calls that create something new each time, with a body that creates nothing. */
export function unrepeatablePromotions(samples: Record<string, Sample>): Record<string, Sample> {
  const keys = ["POST /api/admin/promo-codes", "POST /api/admin/promoters", "POST /api/admin/promoters/{id}/link"];
  return Object.fromEntries(keys.map((key) => [key, { ...samples[key]!, body: { nonsense: 1 } }]));
}
