import type { InvariantCheck } from "#contract/invariants.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { momentColumn } from "#web/admin-kit/table/cells.tsx";
import { StaffList, staffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { type BadgeLabel, gone, good, soon, StatusBadge } from "#web/ui/badge.tsx";

const outcomes: Record<InvariantCheck["outcome"], BadgeLabel> = {
  holds: good("Passes"),
  broken: gone("Fails"),
  too_slow: soon("Timed out"),
  failed: soon("Couldn't run"),
};

const checks = staffList("GET /api/admin/invariants", {
  label: "Checks",
  isPlain: true,
  everyMs: 30_000,
  empty: { title: "Not run yet", text: "The first run starts within a minute." },
  columns: {
    holds: {
      header: "Check",
      phone: "title",
      className: "columns:w-1/2",
      cell: ({ holds, brokenSince }) => (
        <span className="grid gap-1">
          <span className="wrap-anywhere">{holds}</span>
          {brokenSince !== null && (
            <span className="text-sm font-normal text-hibiscus">
              Failing since <Moment at={brokenSince} relative />
            </span>
          )}
        </span>
      ),
    },
    id: {
      header: "Name",
      phone: "part",
      cell: ({ id }) => <span className="whitespace-nowrap">{id}</span>,
    },
    outcome: { header: "Result", phone: "line", cell: ({ outcome }) => <StatusBadge {...outcomes[outcome]} /> },
    rows: {
      header: "Rows",
      figures: true,
      phone: "part",
      cell: ({ rowCount }) =>
        rowCount > 0 && <span className="text-ink">{rowCount >= 1000 ? "1,000+" : rowCount}</span>,
    },
    checkedAt: momentColumn("checkedAt", "Last run", { phone: "part" }),
  },
});

/** The checks that the site runs every minute on inventory, money, tickets, check-in, email and sessions. */
export const ChecksView = () => <StaffList list={useStaffList(checks)} />;
