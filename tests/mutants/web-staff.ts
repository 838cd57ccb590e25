import { part } from "./mutant.ts";

const door = "src/web/features/door";
const desk = "src/web/features/desk";

export const webStaff = part({
  name: "web-staff",
  tests: [
    "tests/components/door",
    "tests/components/staff",
    door,
    desk,
    "src/web/lib",
    "src/web/features/ticket-setup",
    "src/web/features/promotions",
    "src/web/features/refunds",
    "src/web/features/event-editor",
  ],
  journeys: [
    "journeys/scanner",
    "journeys/ticket-setup",
    "journeys/promotions",
    "journeys/order-desk",
    "journeys/refunds",
  ],
  mutants: [
    {
      id: "busy-server-refuses",
      file: `${door}/send-scan.ts`,
      today: "status === 408 || status === 429 || answer.code === undefined",
      fault: "status === 408 || answer.code === undefined",
      harm: "The door turns away a good ticket because many were scanned in one minute.",
    },
    {
      id: "verdict-of-another-scan",
      file: `${door}/send-scan.ts`,
      today: 'return answer.scanId === scanId && typeof answer.verdict === "string"',
      fault: 'return typeof answer.verdict === "string"',
      harm: "A cached answer lets a person in on the verdict about somebody else.",
    },
    {
      id: "hand-scanner-remembers-the-first",
      file: `${door}/use-key-scanner.ts`,
      today: "useEffect(() => {\n    latest.current = onCode;\n  });",
      fault: "",
      harm: "The hand scanner goes on with what the page was when it opened.",
    },
    {
      id: "price-grows-with-each-save",
      file: "src/web/features/ticket-setup/type-form.ts",
      today: ": type.priceCents - type.feeCents;",
      fault: ": type.priceCents;",
      harm: "Each time staff save a ticket type its price goes up by the fee.",
    },
    {
      id: "code-never-ends",
      file: "src/web/features/promotions/code-fields.ts",
      today: "endsAt: fields.endsAt ?? undefined,",
      fault: "",
      harm: "A promo code works for good although staff gave it an end.",
    },
    {
      id: "a-cent-too-little",
      file: "src/web/lib/amounts.ts",
      today: "Math.round(Number(plain) * 100)",
      fault: "Math.floor(Number(plain) * 100)",
      harm: "A ticket of 19.99 is sold for 19.98.",
    },
    {
      id: "list-shows-what-was",
      file: `${desk}/use-desk-write.ts`,
      today: "await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isToRead(String(queryKey[0])) });",
      fault: "queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => isToRead(String(queryKey[0])) });",
      harm: "Staff refund an order, still see it as paid, and do it again.",
    },
    {
      id: "refund-with-a-new-key",
      file: "src/web/features/refunds/refund-dialog.tsx",
      today: "if (failure instanceof CallError) setKey(newKey());",
      fault: "setKey(newKey());",
      harm: "A refund whose answer was lost is asked for a second time instead of answered again.",
    },
    {
      id: "own-changes-lost-in-a-conflict",
      file: `${desk}/meeting/meet-fields.ts`,
      today: "for (const name of byMe) form[name] = mine[name];",
      fault: "",
      harm: "What staff typed is gone when a colleague saved first.",
    },
  ],
});
