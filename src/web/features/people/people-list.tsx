import { useQuery } from "@tanstack/react-query";
import type { Person } from "#contract/people.ts";
import { Moment } from "#web/features/desk/moment.tsx";
import type { Column } from "#web/features/desk/table/columns.ts";
import { ExportLink } from "#web/features/desk/table/export-link.tsx";
import { FilterSelect } from "#web/features/desk/table/filter-select.tsx";
import { StaffTable } from "#web/features/desk/table/staff-table.tsx";
import { TableToolbar } from "#web/features/desk/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { Badge } from "#web/ui/badge.tsx";
import { usePeopleBulk } from "./people-bulk.tsx";
import { peopleFile, peopleQuery } from "./queries.ts";
import { filters, roles } from "./words.ts";

const sorts = ["-createdAt", "createdAt", "name", "-name", "username", "-username"] as const;

const columns: Column<Person>[] = [
  {
    id: "name",
    header: "Name",
    sort: "up",
    phone: "title",
    cell: (person) => <span className="font-semibold">{person.displayName}</span>,
  },
  {
    id: "username",
    header: "Username",
    sort: "up",
    cell: (person) => <span className="wrap-break-word">{person.username}</span>,
  },
  {
    id: "email",
    header: "E-mail",
    cell: (person) =>
      person.email ? (
        <span className="wrap-break-word">{person.email}</span>
      ) : (
        <span className="text-muted">none confirmed</span>
      ),
  },
  {
    id: "role",
    header: "Role",
    phone: "aside",
    cell: (person) => (
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
    figures: true,
    phone: "hidden",
    cell: (person) =>
      person.lastSeenAt ? (
        <Moment at={person.lastSeenAt} relative />
      ) : (
        <span className="text-muted">not signed in</span>
      ),
  },
  {
    id: "createdAt",
    header: "Since",
    sort: "down",
    figures: true,
    cell: (person) => <Moment at={person.createdAt} />,
  },
];

/** Everybody with an account; guests when asked for. */
export function PeopleList() {
  const address = useListAddress();
  const role =
    address.choice(
      "role",
      filters.map(({ value }) => value),
    ) ?? "accounts";
  const state = address.choice("state", ["active", "suspended"]);
  const sort = address.choice("sort", sorts) ?? "-createdAt";
  const filter = { q: address.q, role, state, sort };
  const query = useQuery(peopleQuery({ ...filter, page: address.page, cursor: address.cursor }));

  const { bulk, dialog } = usePeopleBulk();

  return (
    <>
      <StaffTable
        label="People"
        columns={columns}
        query={query}
        address={address}
        sort={sort}
        keyOf={(person) => person.id}
        bulk={bulk}
        rowTo={(person) => address.addressWith({ id: person.id, page: address.page, cursor: address.cursor })}
        empty={{ title: "Nobody", text: "No person fits this search. Guests are shown when the filter says so." }}
        toolbar={
          <TableToolbar
            address={address}
            placeholder="Name, e-mail, order or ticket"
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
                  label="State"
                  any="Any state"
                  value={state}
                  choices={[
                    { value: "active", label: "Active" },
                    { value: "suspended", label: "Suspended" },
                  ]}
                  onChange={(value) => address.change({ state: value })}
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
