import { part } from "./mutant.ts";

const door = "src/server/modules/door";

export const ticketsAndDoor = part({
  name: "tickets-and-door",
  tests: ["tests/tickets", "tests/door", "tests/lists"],
  mutants: [
    {
      id: "former-code-opens",
      file: `${door}/rules.ts`,
      today: 'return shown.version === version ? undefined : "old_code";',
      fault: "return undefined;",
      harm: "A person with a renewed ticket's old code gets in instead of its holder.",
    },
    {
      id: "entry-opens-too-late",
      file: `${door}/service.ts`,
      today: "event.entryOpensMinutes * 60_000",
      fault: "event.entryOpensMinutes * 1000",
      harm: "The scanner turns the line away until a minute before doors.",
    },
    {
      id: "batch-in-order-of-sending",
      file: `${door}/service.ts`,
      today: "for (const scan of byAge) results.set(",
      fault: "for (const scan of scans) results.set(",
      harm: "After a network failure the first person at the door is reported as the second.",
    },
    {
      id: "door-counts-undone-entries",
      file: `${door}/store.ts`,
      today: "a.event_id = e.event_id and a.voided_at is null",
      fault: "a.event_id = e.event_id",
      harm: "The door shows the venue as full because undone check-ins still count.",
    },
    {
      id: "void-guests-expected",
      file: "src/server/modules/admin/attendees/store.ts",
      today: "expected: sql`a.id is null and t.status = 'valid' and not exists",
      fault: "expected: sql`a.id is null and not exists",
      harm: "Staff wait for guests whose tickets were refunded.",
    },
  ],
});
