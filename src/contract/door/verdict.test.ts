import { expect, test } from "vitest";
import { decideVerdict, type Decision, type DoorNow, type TicketAtDoor } from "./verdict.ts";

const good: TicketAtDoor = { eventId: 1, isStreamPass: false, isAdmitted: false };
const at = Date.parse("2026-11-28T03:00:00Z");
const door: DoorNow = { eventId: 1, isCanceled: false, opensAt: null, at };

const table: [string, TicketAtDoor | undefined, Partial<DoorNow>, Decision][] = [
  ["a code that isn't ours", undefined, {}, { verdict: "unknown" }],
  ["a code that isn't ours, at a canceled event", undefined, { isCanceled: true }, { verdict: "unknown" }],
  ["a good ticket", good, {}, { verdict: "admitted" }],
  ["a ticket that was used", { ...good, isAdmitted: true }, {}, { verdict: "already_admitted" }],
  ["a ticket for another event", { ...good, eventId: 2 }, {}, { verdict: "wrong_event" }],
  [
    "a canceled ticket for another event",
    { ...good, eventId: 2, voidReason: "canceled" },
    {},
    { verdict: "wrong_event" },
  ],
  [
    "a ticket for another event, at a canceled one",
    { ...good, eventId: 2 },
    { isCanceled: true },
    { verdict: "wrong_event" },
  ],
  ["a canceled ticket", { ...good, voidReason: "canceled" }, {}, { verdict: "void", reason: "canceled" }],
  ["a refunded ticket", { ...good, voidReason: "refunded" }, {}, { verdict: "void", reason: "refunded" }],
  ["an old code", { ...good, voidReason: "old_code" }, {}, { verdict: "void", reason: "old_code" }],
  ["a ticket on hold", { ...good, voidReason: "on_hold" }, {}, { verdict: "void", reason: "on_hold" }],
  ["a canceled event", good, { isCanceled: true }, { verdict: "void", reason: "event_canceled" }],
  [
    "a refunded ticket of a canceled event",
    { ...good, voidReason: "refunded" },
    { isCanceled: true },
    { verdict: "void", reason: "event_canceled" },
  ],
  [
    "a ticket on hold of a canceled event",
    { ...good, voidReason: "on_hold" },
    { isCanceled: true },
    { verdict: "void", reason: "on_hold" },
  ],
  [
    "a used ticket that was refunded since",
    { ...good, isAdmitted: true, voidReason: "refunded" },
    {},
    { verdict: "void", reason: "refunded" },
  ],
  ["a pass for the stream", { ...good, isStreamPass: true }, {}, { verdict: "stream_pass" }],
  [
    "a pass before the doors open",
    { ...good, isStreamPass: true },
    { opensAt: at + 60_000 },
    { verdict: "stream_pass" },
  ],
  [
    "a refunded pass",
    { ...good, isStreamPass: true, voidReason: "refunded" },
    {},
    { verdict: "void", reason: "refunded" },
  ],
  ["a good ticket a millisecond before the doors open", good, { opensAt: at + 1 }, { verdict: "not_yet" }],
  ["a good ticket when the doors open", good, { opensAt: at }, { verdict: "admitted" }],
  ["a used ticket before the doors open", { ...good, isAdmitted: true }, { opensAt: at + 1 }, { verdict: "not_yet" }],
  [
    "a void ticket before the doors open",
    { ...good, voidReason: "canceled" },
    { opensAt: at + 1 },
    { verdict: "void", reason: "canceled" },
  ],
];

test.for(table)("%s", ([, ticket, change, decision]) => {
  expect(decideVerdict(ticket, { ...door, ...change })).toEqual(decision);
});
