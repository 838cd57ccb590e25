import { sql } from "kysely";
import type { Access } from "#contract/endpoint.ts";
import type { Client, Site } from "#tests/kit/site.ts";
import type { Sample } from "./scene.ts";

export interface MoneyScene {
  exceptionId: number;
}

/** Something about money that does not add up, for calls about it. */
export async function prepareMoney({ db }: Site): Promise<MoneyScene> {
  const { rows } = await sql<{ id: number }>`
    insert into money_exceptions (kind, ref, detail) values ('provider_mismatch', 'ch_1', '{"what": "unknown_here"}')
    returning id`.execute(db);
  await sql`
    insert into webhook_inbox (provider, provider_event_id, kind, ref, body, processed_at)
    values ('sandbox', 'evt_of_the_scene', 'other', 'none', '{"id": "evt_of_the_scene"}', clock_now())`.execute(db);
  return { exceptionId: rows[0]!.id };
}

const notice = "/api/admin/money/notices/sandbox/evt_of_the_scene";

/** One good call of each endpoint about money that does not add up. */
export function moneySamples({ exceptionId }: MoneyScene, as: Client): Record<string, Sample> {
  return {
    "GET /api/admin/money/exceptions": {
      as,
      url: "/api/admin/money/exceptions?state=open&kind=provider_mismatch&page=1",
    },
    "POST /api/admin/money/exceptions/{id}/repair": {
      as,
      url: `/api/admin/money/exceptions/${exceptionId}/repair`,
      body: { repair: "by_hand", reason: "The bank confirmed it" },
    },
    "GET /api/admin/money/disputes": { as, url: "/api/admin/money/disputes?q=ada&status=open&page=1" },
    "GET /api/admin/money/comparisons": { as, url: "/api/admin/money/comparisons?page=1" },
    "POST /api/admin/money/comparisons": { as, url: "/api/admin/money/comparisons", body: {}, optional: [""] },
    "GET /api/admin/ledger": { as, url: "/api/admin/ledger?account=sales&kind=sale&eventId=1&page=1" },
    "GET /api/admin/ledger/balances": { as, url: "/api/admin/ledger/balances?eventId=1" },
    "GET /api/admin/invariants": { as, url: "/api/admin/invariants" },
    "GET /api/admin/money/notices": { as, url: "/api/admin/money/notices?q=evt&state=processed&kind=other&page=1" },
    "GET /api/admin/money/notices/{provider}/{eventId}": { as, url: notice },
    "POST /api/admin/money/notices/{provider}/{eventId}/replay": {
      as,
      url: `${notice}/replay`,
      body: { reason: "The provider was down" },
      optional: ["", "reason"],
    },
  };
}

export const moneyAccess: Record<string, Access> = {
  "GET /api/admin/ledger": "admin",
  "GET /api/admin/ledger/balances": "admin",
  "GET /api/admin/invariants": "admin",
  "GET /api/admin/money/exceptions": "admin",
  "POST /api/admin/money/exceptions/{id}/repair": "admin",
  "GET /api/admin/money/disputes": "admin",
  "GET /api/admin/money/comparisons": "admin",
  "POST /api/admin/money/comparisons": "admin",
  "GET /api/admin/money/notices": "admin",
  "GET /api/admin/money/notices/{provider}/{eventId}": "admin",
  "POST /api/admin/money/notices/{provider}/{eventId}/replay": "admin",
};

/** The same with a body that it does not accept: each replay counts, so that a second answer cannot be the first one's. */
export function unrepeatableMoney(samples: Record<string, Sample>): Record<string, Sample> {
  const key = "POST /api/admin/money/notices/{provider}/{eventId}/replay";
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

/** Names in the address that cannot be one, by path. */
export const badMoneyParams: Record<string, string[]> = {
  "/api/admin/money/exceptions/{id}/repair": ["0", "-1", "1.5", "x", "%00", "99999999999999999"],
  "/api/admin/money/notices/{provider}/{eventId}": badNames,
  "/api/admin/money/notices/{provider}/{eventId}/replay": badNames,
};
