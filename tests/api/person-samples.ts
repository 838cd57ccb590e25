import { sql } from "kysely";
import type { Client, Site } from "#tests/kit/site.ts";
import type { Sample } from "./scene.ts";

const reason = "Asked for it by phone";

/** People whom the calls of user management change for good: one each. */
export async function preparePeople(site: Site) {
  const [secured, leaver, keeper, stray] = [
    await site.as("user"),
    await site.as("user"),
    await site.as("user"),
    await site.as("guest"),
  ];
  await sql`
    insert into totp_secrets (user_id, sealed_secret, confirmed_at) values (${secured.id}, '\\x00', clock_now())`.execute(
    site.db,
  );
  return { secured, leaving: leaver, keeper, stray };
}

type Prepared = Awaited<ReturnType<typeof preparePeople>>;

/** One good call of every endpoint of a person's page, in an order in which all of them succeed. */
export function personSamples(as: Client, { secured, leaving, keeper, stray }: Prepared): Record<string, Sample> {
  const at = (who: Client, action: string) => `/api/admin/users/${who.id}/${action}`;
  return {
    "GET /api/admin/settings": { as, url: "/api/admin/settings" },
    "POST /api/admin/settings": {
      as,
      url: "/api/admin/settings",
      body: { defaultCurrency: "USD", defaultTimeZone: "America/Jamaica" },
      optional: ["defaultCurrency", "defaultTimeZone"],
    },
    "GET /api/admin/trend": { as, url: "/api/admin/trend" },
    "GET /api/house": { as, url: "/api/house" },
    "GET /api/admin/audit.csv": { as, url: "/api/admin/audit.csv?kind=person" },
    "GET /api/admin/users.csv": { as, url: "/api/admin/users.csv?q=person&role=everyone&state=active&sort=name" },
    "GET /api/admin/orders.csv": { as, url: "/api/admin/orders.csv?q=ada&status=paid&sort=createdAt" },
    "GET /api/admin/emails.csv": { as, url: "/api/admin/emails.csv?q=ada&status=kept&sort=to" },
    "GET /api/admin/comps.csv": { as, url: "/api/admin/comps.csv?q=ada&state=given&sort=night" },
    "GET /api/admin/audit/chain": { as, url: "/api/admin/audit/chain" },
    "GET /api/admin/audit/staff": { as, url: "/api/admin/audit/staff" },
    "POST /api/admin/users/{id}/reset-factors": { as, url: at(secured, "reset-factors"), body: { reason } },
    "GET /api/admin/users/{id}/sessions": { as, url: at(keeper, "sessions") },
    "POST /api/admin/users/{id}/end-sessions": {
      as,
      url: at(keeper, "end-sessions"),
      body: { reason },
    },
    "GET /api/admin/users/{id}/timeline": { as, url: `${at(keeper, "timeline")}?kind=account` },
    "GET /api/admin/users/{id}/merge": { as, url: `${at(keeper, "merge")}?guestId=${stray.id}` },
    "POST /api/admin/users/{id}/merge": { as, url: at(keeper, "merge"), body: { guestId: stray.id, reason } },
    "POST /api/admin/users/{id}/export": { as, url: at(keeper, "export"), body: { reason } },
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
  "GET /api/admin/trend": "admin",
  "GET /api/house": "public",
  "GET /api/admin/audit.csv": "admin",
  "GET /api/admin/users.csv": "admin",
  "GET /api/admin/orders.csv": "admin",
  "GET /api/admin/emails.csv": "admin",
  "GET /api/admin/comps.csv": "admin",
  "GET /api/admin/audit/chain": "admin",
  "GET /api/admin/audit/staff": "admin",
  "POST /api/admin/errors/{id}/reopen": "admin",
} as const;

/** Who may call those of a person. */
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
