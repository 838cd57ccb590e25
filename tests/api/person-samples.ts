import { sql } from "kysely";
import type { Client, Site } from "#testing/site.ts";
import type { Sample } from "./scene.ts";

const reason = "Asked for it by phone";

/** People whom user management calls change permanently: one for each call. */
export async function preparePeople(site: Site) {
  const [secured, leaver, survivor, stray] = [
    await site.as("user"),
    await site.as("user"),
    await site.as("user"),
    await site.as("guest"),
  ];
  await sql`
    insert into totp_secrets (user_id, encrypted_secret, confirmed_at) values (${secured.id}, '\\x00', clock_now())`.execute(
    site.db,
  );
  return { secured, leaving: leaver, survivor, stray };
}

type Prepared = Awaited<ReturnType<typeof preparePeople>>;

/** One valid call of every endpoint for a person's page, in an order in which all succeed. */
export function personSamples(as: Client, { secured, leaving, survivor, stray }: Prepared): Record<string, Sample> {
  const at = (who: Client, action: string) => `/api/admin/users/${who.id}/${action}`;
  return {
    "GET /api/admin/settings": { as, url: "/api/admin/settings" },
    "POST /api/admin/settings": {
      as,
      url: "/api/admin/settings",
      body: { defaultCurrency: "USD", defaultTimeZone: "America/Jamaica" },
      optional: ["defaultCurrency", "defaultTimeZone"],
    },
    "GET /api/admin/info-sheets": { as, url: "/api/admin/info-sheets" },
    "PUT /api/admin/info-sheets/{name}": {
      as,
      url: "/api/admin/info-sheets/terms",
      body: { version: 1, html: "<p>Be kind.</p>" },
    },
    "GET /api/site/info/{name}": { as, url: "/api/site/info/terms" },
    "GET /api/admin/trend": { as, url: "/api/admin/trend" },
    "GET /api/site": { as, url: "/api/site" },
    "GET /api/admin/audit.csv": { as, url: "/api/admin/audit.csv?kind=person" },
    "GET /api/admin/users.csv": { as, url: "/api/admin/users.csv?q=person&role=everyone&status=active&sort=name" },
    "GET /api/admin/orders.csv": { as, url: "/api/admin/orders.csv?q=ada&status=paid&sort=createdAt" },
    "GET /api/admin/emails.csv": { as, url: "/api/admin/emails.csv?q=ada&status=not_sent&sort=to" },
    "GET /api/admin/comps.csv": { as, url: "/api/admin/comps.csv?q=ada&status=given&sort=event" },
    "GET /api/admin/audit/hash-chain": { as, url: "/api/admin/audit/hash-chain" },
    "GET /api/admin/audit/staff": { as, url: "/api/admin/audit/staff" },
    "POST /api/admin/users/{id}/reset-factors": { as, url: at(secured, "reset-factors"), body: { reason } },
    "GET /api/admin/users/{id}/sessions": { as, url: at(survivor, "sessions") },
    "POST /api/admin/users/{id}/end-sessions": {
      as,
      url: at(survivor, "end-sessions"),
      body: { reason },
    },
    "GET /api/admin/users/{id}/timeline": { as, url: `${at(survivor, "timeline")}?kind=account` },
    "GET /api/admin/users/{id}/merge": { as, url: `${at(survivor, "merge")}?guestId=${stray.id}` },
    "POST /api/admin/users/{id}/merge": { as, url: at(survivor, "merge"), body: { guestId: stray.id, reason } },
    "POST /api/admin/users/{id}/export": { as, url: at(survivor, "export"), body: { reason } },
    "GET /api/admin/users/{id}/deletion": { as, url: at(leaving, "deletion") },
    "POST /api/admin/users/{id}/delete": {
      as,
      url: at(leaving, "delete"),
      body: { reason, giveUpTickets: true },
      optional: ["giveUpTickets"],
    },
  };
}

/** Who may call these. */
export const settingsAccess = {
  "GET /api/admin/settings": "admin",
  "POST /api/admin/settings": "admin",
  "GET /api/admin/info-sheets": "admin",
  "PUT /api/admin/info-sheets/{name}": "admin",
  "GET /api/site/info/{name}": "public",
  "GET /api/admin/trend": "admin",
  "GET /api/site": "public",
  "GET /api/admin/audit.csv": "admin",
  "GET /api/admin/users.csv": "admin",
  "GET /api/admin/orders.csv": "admin",
  "GET /api/admin/emails.csv": "admin",
  "GET /api/admin/comps.csv": "admin",
  "GET /api/admin/audit/hash-chain": "admin",
  "GET /api/admin/audit/staff": "admin",
  "POST /api/admin/errors/{id}/reopen": "admin",
} as const;

/** Who may call the endpoints for a person. */
export const personAccess = {
  "POST /api/admin/users/{id}/reset-factors": "admin",
  "GET /api/admin/users/{id}/sessions": "admin",
  "POST /api/admin/users/{id}/end-sessions": "admin",
  "GET /api/admin/users/{id}/timeline": "admin",
  "GET /api/admin/users/{id}/merge": "admin",
  "POST /api/admin/users/{id}/merge": "admin",
  "POST /api/admin/users/{id}/export": "admin",
  "GET /api/admin/users/{id}/deletion": "admin",
  "POST /api/admin/users/{id}/delete": "admin",
} as const;
