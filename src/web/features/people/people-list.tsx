import { useQuery } from "@tanstack/react-query";
import type { Person } from "#contract/people.ts";
import { Moment } from "#web/features/admin/moment.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { ExportLink } from "#web/features/admin/table/export-link.tsx";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { TableToolbar } from "#web/features/admin/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { Badge } from "#web/ui/badge.tsx";
import { usePeopleBulk } from "./people-bulk.tsx";
import { peopleFile, peopleQuery } from "./queries.ts";
import { filters, roles } from "./labels.ts";

const sorts = ["-createdAt", "createdAt", "name", "-name", "username", "-username"] as const;

const columns: Column<Person>[] = [
  {
    id: "name",
    accessorKey: "displayName",
    header: "Name",
    meta: { phone: "title" },
    cell: ({ row: { original: person } }) => <span className="font-semibold">{person.displayName}</span>,
  },
  {
    accessorKey: "username",
    header: "Username",
    cell: ({ row: { original: person } }) => <span className="wrap-break-word">{person.username}</span>,
  },
  {
    id: "email",
    header: "Email",
    cell: ({ row: { original: person } }) =>
      person.email ? (
        <span className="wrap-break-word">{person.email}</span>
      ) : (
        <span className="text-muted">No confirmed email</span>
      ),
  },
  {
    id: "role",
    header: "Role",
    meta: { phone: "aside" },
    cell: ({ row: { original: person } }) => (
      <span className="flex flex-wrap gap-1.5">
        {person.role === "admin" || person.role === "moderator" ? (
          <Badge tone={roles[person.role].tone}>{roles[person.role].label}</Badge>
        ) : (
          roles[person.role].label
        )}
        {person.suspendedAt && <Badge tone="gone">Suspended</Badge>}
      </span>
    ),
  },
  {
    id: "lastSeenAt",
    header: "Last seen",
    meta: { figures: true, phone: "hidden" },
    cell: ({ row: { original: person } }) =>
      person.lastSeenAt ? (
        <Moment at={person.lastSeenAt} relative />
      ) : (
        <span className="text-muted">Not signed in</span>
      ),
  },
  {
    accessorKey: "createdAt",
    header: "Joined",
    sortDescFirst: true,
    meta: { figures: true },
    cell: ({ row: { original: person } }) => <Moment at={person.createdAt} />,
  },
];

/** Everyone with an account, and guests if the filter includes them. */
export function PeopleList() {
  const address = useListAddress();
  const role =
    address.choice(
      "role",
      filters.map(({ value }) => value),
    ) ?? "accounts";
  const status = address.choice("status", ["active", "suspended"]);
  const sort = address.choice("sort", sorts) ?? "-createdAt";
  const filter = { q: address.q, role, status, sort };
  const query = useQuery(peopleQuery({ ...filter, ...address.at }));

  const { bulk, dialog } = usePeopleBulk();

  return (
    <>
      <StaffTable
        label="Customers"
        columns={columns}
        query={query}
        address={address}
        sort={sort}
        keyOf={(person) => person.id}
        bulk={bulk}
        rowTo={(person) => address.addressWith({ id: person.id, ...address.at })}
        empty={{
          title: "No results",
          text: "No customers match your search. To include guest checkouts, choose Everyone.",
        }}
        toolbar={
          <TableToolbar
            address={address}
            placeholder="Name, email, order or ticket"
            actions={<ExportLink to={peopleFile(filter)} />}
            filters={
              <>
                <FilterSelect
                  label="Role"
                  value={role}
                  choices={filters}
                  onChange={(value) => address.change({ role: value === "accounts" ? undefined : value })}
                />
                <FilterSelect
                  label="Status"
                  any="Any status"
                  value={status}
                  choices={[
                    { value: "active", label: "Active" },
                    { value: "suspended", label: "Suspended" },
                  ]}
                  onChange={(value) => address.change({ status: value })}
                />
              </>
            }
          />
        }
      />
      {dialog}
    </>
  );
}
