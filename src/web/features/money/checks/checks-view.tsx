import { useQuery } from "@tanstack/react-query";
import type { InvariantCheck } from "#contract/invariants.ts";
import { Moment } from "#web/features/desk/moment.tsx";
import { deskQuery, type ListReply } from "#web/features/desk/table/list-query.ts";
import type { Column } from "#web/features/desk/table/columns.ts";
import { StaffTable } from "#web/features/desk/table/staff-table.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { Badge, type BadgeWords } from "#web/ui/badge.tsx";

const checksQuery = () => deskQuery<ListReply<InvariantCheck>>("/api/admin/invariants", 30_000);

const outcomes: Record<InvariantCheck["outcome"], BadgeWords> = {
  holds: { label: "Holds", tone: "good" },
  broken: { label: "Broken", tone: "gone" },
  too_slow: { label: "Too slow to tell", tone: "soon" },
  failed: { label: "Could not tell", tone: "soon" },
};

const columns: Column<InvariantCheck>[] = [
  {
    id: "holds",
    header: "What must always hold",
    phone: "title",
    className: "columns:w-1/2",
    cell: ({ holds, brokenSince }) => (
      <span className="grid gap-1">
        <span className="wrap-anywhere">{holds}</span>
        {brokenSince !== null && (
          <span className="text-sm font-normal text-hibiscus">
            Broken since <Moment at={brokenSince} relative />
          </span>
        )}
      </span>
    ),
  },
  { id: "id", header: "Name", phone: "part", cell: ({ id }) => <span className="whitespace-nowrap">{id}</span> },
  {
    id: "outcome",
    header: "Outcome",
    phone: "line",
    cell: ({ outcome }) => <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</Badge>,
  },
  {
    id: "rows",
    header: "Rows",
    figures: true,
    phone: "part",
    cell: ({ rowCount }) => rowCount > 0 && <span className="text-ink">{rowCount >= 1000 ? "1,000 +" : rowCount}</span>,
  },
  {
    id: "checkedAt",
    header: "Looked at",
    figures: true,
    phone: "part",
    cell: ({ checkedAt }) => <Moment at={checkedAt} relative />,
  },
];

/** What the site itself looks at every minute: what must always hold of stock, money, tickets, door, mail and sessions. */
export function ChecksView() {
  const address = useListAddress();
  const query = useQuery(checksQuery());
  return (
    <StaffTable
      label="Checks"
      columns={columns}
      query={query}
      address={address}
      sort=""
      keyOf={({ id }) => id}
      empty={{ title: "Not looked yet", text: "The first look comes within a minute." }}
    />
  );
}
