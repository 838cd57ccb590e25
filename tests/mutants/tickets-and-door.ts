import { part } from "./mutant.ts";

const door = "src/server/modules/door";

export const ticketsAndDoor = part({
  name: "tickets-and-door",
  tests: ["tests/tickets", "tests/door", "tests/lists"],
  mutants: [
    {
      id: "former-code-opens",
      file: `${door}/rules.ts`,
      today: 'return version === codeVersion ? undefined : "old_code";',
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
      id: "late-upload-takes-over",
      file: `${door}/batch/claims.ts`,
      today: "if (!isOffline || !isEarlier(",
      fault: "if (!isEarlier(",
      harm: "A phone whose clock was set back takes over the check-in of a guest whom the server let in.",
    },
    {
      id: "offline-scan-judged-now",
      file: `${door}/rules.ts`,
      today: "const wasCurrent = former !== undefined && former.replacedAt > then;",
      fault: "const wasCurrent = false;",
      harm: "A guest who came in before a transfer counts as one with a void ticket.",
    },
    {
      id: "drift-not-corrected",
      file: `${door}/rules.ts`,
      today: "+ driftSeconds * 1000",
      fault: "+ 0",
      harm: "A phone that is a day ahead uses up the entry window of everyone it scanned.",
    },
    {
      id: "undone-entry-used-again",
      file: `${door}/batch/claims.ts`,
      today: "voidedAt !== null && voidedAt > claim.at",
      fault: "false",
      harm: "A scan from before staff undid a check-in uses the guest's ticket again.",
    },
    {
      id: "fixed-iv",
      file: `${door}/snapshot/encrypt.ts`,
      today: 'hash("iv", mac, plain)',
      fault: 'hash("iv", mac)',
      harm: "Who reads a phone twice learns how a ticket's two records differ.",
    },
    {
      id: "snapshot-by-new-transactions",
      file: `${door}/snapshot/service.ts`,
      today: "cursor: oldest",
      fault: "cursor: next",
      harm: "A ticket that was refunded while a phone synced admits on that phone all evening.",
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
