import { useQuery } from "@tanstack/react-query";
import type { InvariantCheck } from "#contract/invariants.ts";
import { Moment } from "#web/features/admin/moment.tsx";
import { adminQuery, type ListReply } from "#web/features/admin/table/list-query.ts";
import type { Column } from "#web/features/admin/table/columns.ts";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { Badge, type BadgeLabel } from "#web/ui/badge.tsx";

const checksQuery = () => adminQuery<ListReply<InvariantCheck>>("/api/admin/invariants", 30_000);

const outcomes: Record<InvariantCheck["outcome"], BadgeLabel> = {
  holds: { label: "Passes", tone: "good" },
  broken: { label: "Fails", tone: "gone" },
  too_slow: { label: "Timed out", tone: "soon" },
  failed: { label: "Couldn't run", tone: "soon" },
};

const columns: Column<InvariantCheck>[] = [
  {
    id: "holds",
    header: "Check",
    meta: { phone: "title", className: "columns:w-1/2" },
    cell: ({ row: { original: check } }) => (
      <span className="grid gap-1">
        <span className="wrap-anywhere">{check.holds}</span>
        {check.brokenSince !== null && (
          <span className="text-sm font-normal text-hibiscus">
            Failing since <Moment at={check.brokenSince} relative />
          </span>
        )}
      </span>
    ),
  },
  {
    id: "id",
    header: "Name",
    meta: { phone: "part" },
    cell: ({ row: { original: check } }) => <span className="whitespace-nowrap">{check.id}</span>,
  },
  {
    id: "outcome",
    header: "Result",
    meta: { phone: "line" },
    cell: ({ row: { original: check } }) => (
      <Badge tone={outcomes[check.outcome].tone}>{outcomes[check.outcome].label}</Badge>
    ),
  },
  {
    id: "rows",
    header: "Rows",
    meta: { figures: true, phone: "part" },
    cell: ({ row: { original: check } }) =>
      check.rowCount > 0 && <span className="text-ink">{check.rowCount >= 1000 ? "1,000+" : check.rowCount}</span>,
  },
  {
    id: "checkedAt",
    header: "Last run",
    meta: { figures: true, phone: "part" },
    cell: ({ row: { original: check } }) => <Moment at={check.checkedAt} relative />,
  },
];

/** The checks that the site runs every minute on inventory, money, tickets, check-in, email and sessions. */
export function ChecksView() {
  const address = useListAddress();
  const query = useQuery(checksQuery());
  return (
    <StaffTable
      label="Checks"
      columns={columns}
      query={query}
      address={address}
      keyOf={({ id }) => id}
      empty={{ title: "Not run yet", text: "The first run starts within a minute." }}
    />
  );
}
