import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { scanTicket } from "#server/modules/door/index.ts";
import { ticketCode } from "#server/modules/tickets/index.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { StagedEvent } from "./stage.ts";
import type { TimeMachine } from "./time-machine.ts";

/** When shares of the guests arrive, in minutes after doors. */
const arrivals = [
  { minutes: 12, share: 0.2 },
  { minutes: 45, share: 0.4 },
  { minutes: 80, share: 0.28 },
  { minutes: 130, share: 0.12 },
];
const gates = ["Main gate", "Side gate"];
/** The phones at the door. */
const phones = gates.map((_, index) => `demo-door-phone-${index + 1}`);

/** Checks in the guests of past events in their order of arrival; a few show their ticket twice. */
export async function openDoors(
  machine: TimeMachine,
  app: App,
  events: StagedEvent[],
  staff: Principal,
): Promise<void> {
  const gone = events.filter(({ event }) => event.turnout !== undefined);
  for (const { id, event, times } of gone.toSorted((a, b) => a.times.doorsAt.getTime() - b.times.doorsAt.getTime())) {
    const tickets = await findTickets(machine, id);
    const coming = tickets.slice(0, Math.round(tickets.length * event.turnout!));
    let next = 0;
    for (const { minutes, share } of arrivals) {
      const group = coming.slice(next, (next += Math.ceil(coming.length * share)));
      if (group.length > 3) group.push(group[0]!);
      await machine.travelTo(new Date(times.doorsAt.getTime() + minutes * 60_000));
      await inSmallGroups(group, async ({ ticketId, version }, index) => {
        const code = ticketCode({ ticketId, version }, app.deps.keys["ticket-codes"]);
        const gate = index % gates.length;
        await scanTicket(app.deps, staff, {
          code,
          eventId: id,
          deviceId: phones[gate]!,
          scanId: randomUUID(),
          gate: gates[gate],
        });
      });
    }
  }
}

/** An event's tickets, in an order that mixes its buyers. */
async function findTickets({ db }: TimeMachine, eventId: number): Promise<{ ticketId: number; version: number }[]> {
  const { rows } = await sql<{ ticketId: number; version: number }>`
    select id as "ticketId", version from tickets where event_id = ${eventId} order by md5(id::text)`.execute(db);
  return rows;
}

/** As many at a time as the pool has connections. */
async function inSmallGroups<Item>(items: Item[], work: (item: Item, index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index]!, index);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}
