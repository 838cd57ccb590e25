import { sql } from "kysely";
import { expect } from "vitest";
import { createSite, draft, type Client, type OrderLines, type Site, type SiteOptions } from "#testing/site.ts";

/** Sites of one test, closed after it. */
export function createTestSites() {
  const sites: Site[] = [];
  return {
    async open(options: SiteOptions = {}) {
      const site = await createSite(options);
      sites.unshift(site);
      return { site, admin: await site.as("admin") };
    },
    /** The same site eleven minutes later by the database clock. */
    async later(site: Site) {
      const future = await createSite({ database: site.database, clockOffset: "11 minutes" });
      sites.unshift(future);
      return future;
    },
    async close() {
      for (const site of sites.splice(0)) await site.close();
    },
  };
}

export { checkInvariants } from "#db/invariants.ts";

/** Creates a code and returns its id. */
export async function createCode(admin: Client, change: object = {}): Promise<number> {
  const body = { code: "SOCA10", discount: { kind: "percent", percent: 10 }, ...change };
  const answer = await admin.post("/api/admin/promo-codes", body);
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body.id;
}

export async function createPromoter(admin: Client, change: object = {}): Promise<number> {
  const body = { name: "Kezia Rampersad", linkCode: "kezia", commission: { kind: "percent", percent: 10 }, ...change };
  const answer = await admin.post("/api/admin/promoters", body);
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body.id;
}

let count = 0;

/** A draft of a buyer with a unique email address. */
export const wish = (lines: OrderLines, more: object = {}) =>
  draft(lines, { buyer: { name: "Ada Buyer", email: `ada-${++count}@example.com` }, ...more });

export const place = (buyer: Client, lines: OrderLines, more: object = {}) =>
  buyer.post("/api/orders", wish(lines, more));

/** Pays an order on the sandbox's page, or just confirms it if it is free. */
export async function pay(buyer: Client, orderId: string): Promise<void> {
  const payment = await buyer.post(`/api/orders/${orderId}/payment`);
  if (payment.body.status === "redirect") {
    await buyer.call("POST", `${new URL(payment.body.url).pathname}/complete`, { outcome: "approve" });
  }
  expect((await buyer.get(`/api/orders/${orderId}`)).body.status).toBe("paid");
}

/** The stock of a code or a promoter. */
export async function books(site: Site, kind: "promo" | "promoter") {
  const { rows } = await sql<{ capacity: number; held: number; sold: number }>`
    select capacity, held, sold from stock where kind = ${kind} order by id`.execute(site.db);
  return rows[0]!;
}
