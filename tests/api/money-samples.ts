import { sql } from "kysely";
import type { Access } from "#contract/endpoint.ts";
import type { Client, Site } from "#testing/site.ts";
import type { Sample } from "./scene.ts";

export interface MoneyScene {
  discrepancyId: number;
}

/** A discrepancy and a webhook event for the calls below. */
export async function prepareMoney({ db }: Site): Promise<MoneyScene> {
  const { rows } = await sql<{ id: number }>`
    insert into discrepancies (kind, ref, detail) values ('provider_mismatch', 'ch_1', '{"what": "unknown_here"}')
    returning id`.execute(db);
  await sql`
    insert into webhook_inbox (provider, provider_event_id, kind, ref, body, processed_at)
    values ('sandbox', 'evt_of_the_scene', 'other', 'none', '{"id": "evt_of_the_scene"}', clock_now())`.execute(db);
  return { discrepancyId: rows[0]!.id };
}

const webhookEvent = "/api/admin/money/webhook-events/sandbox/evt_of_the_scene";

/** One valid call of each endpoint for discrepancies, disputes, the ledger and webhook events. */
export function moneySamples({ discrepancyId }: MoneyScene, as: Client): Record<string, Sample> {
  return {
    "GET /api/admin/money/discrepancies": {
      as,
      url: "/api/admin/money/discrepancies?status=open&kind=provider_mismatch&page=1",
    },
    "POST /api/admin/money/discrepancies/{id}/repair": {
      as,
      url: `/api/admin/money/discrepancies/${discrepancyId}/repair`,
      body: { repair: "by_hand", reason: "The bank confirmed it" },
    },
    "GET /api/admin/money/disputes": { as, url: "/api/admin/money/disputes?q=ada&status=open&page=1" },
    "GET /api/admin/money/reconciliation-runs": { as, url: "/api/admin/money/reconciliation-runs?page=1" },
    "POST /api/admin/money/reconciliation-runs": {
      as,
      url: "/api/admin/money/reconciliation-runs",
      body: {},
      optional: [""],
    },
    "GET /api/admin/ledger": { as, url: "/api/admin/ledger?account=sales&kind=sale&eventId=1&page=1" },
    "GET /api/admin/ledger/balances": { as, url: "/api/admin/ledger/balances?eventId=1" },
    "GET /api/admin/invariants": { as, url: "/api/admin/invariants" },
    "GET /api/admin/money/webhook-events": {
      as,
      url: "/api/admin/money/webhook-events?q=evt&status=processed&kind=other&page=1",
    },
    "GET /api/admin/money/webhook-events/{provider}/{webhookEventId}": { as, url: webhookEvent },
    "POST /api/admin/money/webhook-events/{provider}/{webhookEventId}/replay": {
      as,
      url: `${webhookEvent}/replay`,
      body: { reason: "The provider was down" },
      optional: ["", "reason"],
    },
  };
}

export const moneyAccess: Record<string, Access> = {
  "GET /api/admin/ledger": "admin",
  "GET /api/admin/ledger/balances": "admin",
  "GET /api/admin/invariants": "admin",
  "GET /api/admin/money/discrepancies": "admin",
  "POST /api/admin/money/discrepancies/{id}/repair": "admin",
  "GET /api/admin/money/disputes": "admin",
  "GET /api/admin/money/reconciliation-runs": "admin",
  "POST /api/admin/money/reconciliation-runs": "admin",
  "GET /api/admin/money/webhook-events": "admin",
  "GET /api/admin/money/webhook-events/{provider}/{webhookEventId}": "admin",
  "POST /api/admin/money/webhook-events/{provider}/{webhookEventId}/replay": "admin",
};

/** The same with a body that the endpoint rejects: each replay is counted, so a second reply would differ. */
export function unrepeatableMoney(samples: Record<string, Sample>): Record<string, Sample> {
  const key = "POST /api/admin/money/webhook-events/{provider}/{webhookEventId}/replay";
  return { [key]: { ...samples[key]!, body: { nonsense: 1 } } };
}

const badNames = [
  "paypal/evt_1",
  "SANDBOX/evt_1",
  "%00/evt_1",
  "sandbox/%00",
  "sandbox/evt.1",
  `stripe/${"a".repeat(201)}`,
];

/** Invalid names in the URL, by path. */
export const badMoneyParams: Record<string, string[]> = {
  "/api/admin/money/discrepancies/{id}/repair": ["0", "-1", "1.5", "x", "%00", "99999999999999999"],
  "/api/admin/money/webhook-events/{provider}/{webhookEventId}": badNames,
  "/api/admin/money/webhook-events/{provider}/{webhookEventId}/replay": badNames,
};
