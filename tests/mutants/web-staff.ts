import { part } from "./mutant.ts";

const door = "src/web/features/door";
const adminKit = "src/web/admin-kit";

export const webStaff = part({
  name: "web-staff",
  tests: [
    "tests/components/door",
    "tests/components/staff",
    door,
    adminKit,
    "src/web/lib",
    "src/web/features/events/ticket-types",
    "src/web/features/promotions",
    "src/web/features/refunds",
    "src/web/features/events/editor",
  ],
  journeys: [
    "journeys/scanner",
    "journeys/ticket-setup",
    "journeys/promotions",
    "journeys/order-admin",
    "journeys/refunds",
  ],
  mutants: [
    {
      id: "busy-server-refuses",
      file: `${door}/send-scan.ts`,
      today: "status === 408 || status === 429 || answer.code === undefined",
      fault: "status === 408 || answer.code === undefined",
      harm: "The door turns away a valid ticket because many were scanned in one minute.",
    },
    {
      id: "verdict-of-another-scan",
      file: `${door}/send-scan.ts`,
      today: 'return answer.scanId === scanId && typeof answer.verdict === "string"',
      fault: 'return typeof answer.verdict === "string"',
      harm: "A cached response admits a person on the verdict about someone else.",
    },
    {
      id: "hand-scanner-remembers-the-first",
      file: `${door}/use-scanner.ts`,
      today: "const scanned = useEffectEvent(onCode);",
      fault: "const [scanned] = useState(() => onCode);",
      harm: "The hand scanner keeps using the page's state from when it opened.",
    },
    {
      id: "price-grows-with-each-save",
      file: "src/web/features/events/ticket-types/type-form.ts",
      today: ": type.priceCents - type.feeCents;",
      fault: ": type.priceCents;",
      harm: "Each time staff save a ticket type its price goes up by the fee.",
    },
    {
      id: "code-never-ends",
      file: "src/web/features/promotions/code-terms.tsx",
      today: "endsAt: fields.endsAt ?? undefined,",
      fault: "",
      harm: "A promo code works forever although staff gave it an end date.",
    },
    {
      id: "a-cent-too-little",
      file: "src/web/lib/amounts.ts",
      today: "Math.round(Number(plain) * 100)",
      fault: "Math.floor(Number(plain) * 100)",
      harm: "A $19.99 ticket is sold for $19.98.",
    },
    {
      id: "list-shows-what-was",
      file: `${adminKit}/use-admin-write.ts`,
      today: "await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isToRead(queryKey[0]) });",
      fault: "queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => isToRead(queryKey[0]) });",
      harm: "Staff refund an order, still see it as paid, and refund it again.",
    },
    {
      id: "refund-with-a-new-key",
      file: "src/web/features/refunds/form-parts.tsx",
      today: "if (failure instanceof CallError) setKey(newUuid());",
      fault: "setKey(newUuid());",
      harm: "A refund whose response was lost is requested again instead of returning the first result.",
    },
    {
      id: "own-changes-lost-in-a-conflict",
      file: `${adminKit}/edit-conflict/versioned-form.tsx`,
      today: "for (const name of byMe) form[name] = mine[name];",
      fault: "",
      harm: "What staff typed is lost if a colleague saved first.",
    },
    {
      id: "rows-of-another-list",
      file: "src/web/lib/query-client.ts",
      today: `query?.meta?.["list"] === list ? previous : undefined,`,
      fault: "query?.meta === undefined ? undefined : previous,",
      harm: "Staff press Promoters and get an error page, or read one list's rows as another's.",
    },
    {
      id: "old-rows-after-write",
      file: "src/web/lib/forget-after-write.ts",
      today: `queryClient.removeQueries({ type: "inactive", predicate: isForStaff });`,
      fault: "",
      harm: "Staff refund an order, go back to the list, see it as paid, and refund it again.",
    },
    {
      id: "error-takes-page",
      file: "src/web/ui/part-boundary.tsx",
      today: "if (!this.state.hasFailed) return this.props.children;",
      fault: "if (this.state.hasFailed) throw new Error(); else return this.props.children;",
      harm: "One broken row takes the whole admin page away, with everything that staff typed on it.",
    },
  ],
});
