import { Link } from "#web/lib/router.ts";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { counted } from "#web/admin-kit/figures.tsx";
import { momentColumn } from "#web/admin-kit/table/cells.tsx";
import { StaffList, staffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { WayUp } from "#web/admin-kit/admin-links.tsx";
import { paths } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { CustomerView, Spend } from "./customer-view.tsx";

const customers = staffList("GET /api/admin/customers", {
  label: "Customers",
  opens: "id",
  sort: "-lastOrderAt",
  search: "Name, email or order number",
  filters: { kind: { label: "Type", choices: { account: "With an account", guest: "Guests" } } },
  empty: "No one has tickets yet. Buyers and guests on the list show up here.",
  columns: {
    name: {
      header: "Customer",
      phone: "title",
      cell: ({ name, email, isConfirmed }) => (
        <>
          <span className="font-semibold">{name}</span>
          <span className="flex flex-wrap items-center gap-x-2 text-sm font-normal text-muted wrap-anywhere">
            {email}
            {isConfirmed && <Badge tone="good">Confirmed</Badge>}
          </span>
        </>
      ),
    },
    spend: {
      header: "Net spend",
      figures: true,
      phone: "aside",
      cell: ({ spend }) => (
        <span className="text-ink">
          <Spend of={spend} />
        </span>
      ),
    },
    orders: {
      header: "Bought",
      phone: "part",
      cell: ({ orderCount, eventCount }) => (
        <span className="tabular-nums">
          {counted(orderCount, "order")} · {counted(eventCount, "event")}
        </span>
      ),
    },
    lastOrderAt: momentColumn("lastOrderAt", "Last order", { sort: "desc", phone: "part" }),
  },
});

const CustomerList = () => <StaffList list={useStaffList(customers)} />;

/** Everyone with tickets, one row a person; or the one that the URL names by any of their orders. */
export function CustomersSection() {
  const address = useListAddress();
  const id = /^[\da-f-]{36}$/.exec(address.search.get("id") ?? "")?.[0];
  const list = address.addressWith({ id: undefined, tab: undefined, orders: undefined, ...address.at });
  return (
    <AdminShell
      title="Customers"
      description="Find buyers, see what they bought, keep notes."
      lead={
        id === undefined ? (
          <>
            Everyone with tickets, one row a person. People without orders are in{" "}
            <Link to={paths.userManagement()} className="underline underline-offset-3">
              Accounts
            </Link>
            .
          </>
        ) : (
          <WayUp to={list}>All customers</WayUp>
        )
      }
    >
      {id === undefined ? <CustomerList /> : <CustomerView key={id} id={id} />}
    </AdminShell>
  );
}
