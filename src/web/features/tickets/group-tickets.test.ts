import { expect, test } from "vitest";
import type { MyTicket } from "#contract/tickets.ts";
import { groupTickets } from "./group-tickets.ts";

const now = Date.parse("2026-11-20T12:00:00Z");

const ticket = (id: number, eventId: number, startsAt: string, endsAt: string, change: Partial<MyTicket> = {}) =>
  ({ id, status: "valid", admittedAt: null, event: { id: eventId, startsAt, endsAt }, ...change }) as MyTicket;

const soon = ["2026-11-21T03:00:00Z", "2026-11-21T09:00:00Z"] as const;
const later = ["2026-12-31T03:00:00Z", "2026-12-31T09:00:00Z"] as const;
const running = ["2026-11-20T09:00:00Z", "2026-11-20T15:00:00Z"] as const;
const lastMonth = ["2026-10-20T03:00:00Z", "2026-10-20T09:00:00Z"] as const;
const lastYear = ["2025-10-20T03:00:00Z", "2025-10-20T09:00:00Z"] as const;

test("the next event comes first, the latest past event leads the past ones, and a running event is not past", () => {
  const { upcoming, past } = groupTickets(
    [
      ticket(1, 5, ...lastYear),
      ticket(2, 1, ...later),
      ticket(3, 4, ...lastMonth),
      ticket(4, 2, ...soon),
      ticket(5, 3, ...running),
    ],
    now,
  );
  expect(upcoming.map(({ event }) => event.id)).toEqual([3, 2, 1]);
  expect(past.map(({ event }) => event.id)).toEqual([4, 5]);
});

test("tickets of one event from several orders are grouped, usable ones first", () => {
  const { upcoming } = groupTickets(
    [
      ticket(1, 2, ...soon, { status: "refunded" }),
      ticket(2, 2, ...soon, { admittedAt: "2026-11-21T04:00:00Z" }),
      ticket(3, 2, ...soon),
      ticket(9, 2, ...soon),
    ],
    now,
  );
  expect(upcoming).toHaveLength(1);
  expect(upcoming[0]?.tickets.map(({ id }) => id)).toEqual([3, 9, 2, 1]);
});

test("without tickets both groups are empty", () => {
  expect(groupTickets([], now)).toEqual({ upcoming: [], past: [] });
});
