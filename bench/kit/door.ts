import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { createToken } from "#server/modules/accounts/sessions.ts";
import { ticketCode } from "#server/modules/tickets/index.ts";
import { loadSigningKeys } from "#server/platform/signing-keys.ts";
import { StartFailure } from "#server/platform/app-error.ts";
import { createFixtures, insertPerson } from "#testing/make.ts";
import { purchase, rush } from "./buyers.ts";
import type { HttpConnection } from "./http-client.ts";
import type { RunningSite } from "./running-site.ts";

/** Tickets of one order. */
const perOrder = 200;

/** An event with tickets that were bought through the API: the codes of those that nobody has scanned. */
export async function sellOut(site: RunningSite, tickets: number): Promise<{ eventId: number; codes: string[] }> {
  const create = createFixtures(site.db);
  const eventId = await create.event();
  const orders = Math.ceil(tickets / perOrder);
  const capacity = orders * perOrder;
  const ticketTypeId = await create.ticketType({ eventId, capacity, maxPerOrder: perOrder });
  const { tally } = await rush(site.baseUrl, 8, orders, (connection, counted) =>
    purchase(connection, { lines: [{ ticketTypeId, quantity: perOrder }] }, counted, { headers: "" }),
  );
  if (tally.failures.length > 0) throw new StartFailure(`Purchases failed: ${tally.failures[0]}`);
  const { rows } = await sql<{ ticketId: number; version: number }>`
    select id as "ticketId", version from tickets where event_id = ${eventId} order by id`.execute(site.db);
  const keys = await loadSigningKeys(site.db);
  return { eventId, codes: rows.map((ticket) => ticketCode(ticket, keys["ticket-codes"])) };
}

/** The request's head of someone who works at the door. */
export async function openDoor({ db }: RunningSite): Promise<string> {
  const { token, tokenHash } = createToken();
  await insertPerson(db, "moderator", tokenHash);
  return `authorization: Bearer ${token}\r\n`;
}

/** Scans one ticket, as a scanner does. @returns how long it took; a message if it wasn't admitted */
export async function scanTicket(
  connection: HttpConnection,
  door: string,
  scan: { code: string; eventId: number; gate: number },
): Promise<number | string> {
  const body = JSON.stringify({
    code: scan.code,
    eventId: scan.eventId,
    deviceId: `bench-gate-${scan.gate}`,
    scanId: randomUUID(),
    gate: `Gate ${scan.gate}`,
  });
  const before = performance.now();
  const answer = await connection.request("POST", "/api/scans", door, body);
  const tookMs = performance.now() - before;
  if (answer.status === 200 && answer.body.includes('"verdict":"admitted"')) return tookMs;
  return `scan ${answer.status} ${answer.body.slice(0, 200)}`;
}
