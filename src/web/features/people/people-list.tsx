import type { Person } from "#contract/people.ts";
import { Moment } from "#web/features/admin/moment.tsx";
import { momentColumn } from "#web/features/admin/table/cells.tsx";
import { type List, StaffList, useStaffList } from "#web/features/admin/table/staff-list.tsx";
import { Badge, StatusBadge } from "#web/ui/badge.tsx";
import { usePeopleBulk } from "./people-bulk.tsx";
import { filters, roles } from "./labels.ts";

const people: List<Person> = {
  label: "Customers",
  path: "/api/admin/users",
  csv: true,
  keyOf: ({ id }) => id,
  opens: "id",
  sort: "-createdAt",
  search: "Name, email, order or ticket",
  filters: {
    role: { label: "Role", choices: filters },
    status: { label: "Status", any: "Any status", choices: { active: "Active", suspended: "Suspended" } },
  },
  empty: {
    title: "No results",
    text: "No customers match your search. To include guest checkouts, choose Everyone.",
  },
  columns: [
    {
      id: "name",
      sort: "asc",
      header: "Name",
      phone: "title",
      cell: ({ displayName }) => <span className="font-semibold">{displayName}</span>,
    },
    { id: "username", sort: "asc", header: "Username", cell: ({ username }) => username },
    {
      id: "email",
      header: "Email",
      cell: ({ email }) => email ?? <span className="text-muted">No confirmed email</span>,
    },
    {
      id: "role",
      header: "Role",
      phone: "aside",
      cell: ({ role, suspendedAt }) => (
        <span className="flex flex-wrap gap-1.5">
          {role === "admin" || role === "moderator" ? <StatusBadge {...roles[role]} /> : roles[role].label}
          {suspendedAt && <Badge tone="gone">Suspended</Badge>}
        </span>
      ),
    },
    {
      id: "lastSeenAt",
      header: "Last seen",
      figures: true,
      phone: "hidden",
      cell: ({ lastSeenAt }) =>
        lastSeenAt ? <Moment at={lastSeenAt} relative /> : <span className="text-muted">Not signed in</span>,
    },
    momentColumn("createdAt", "Joined", { sort: "desc", relative: false }),
  ],
};

/** Everyone with an account, and guests if the filter includes them. */
export function PeopleList() {
  const { bulk, dialog } = usePeopleBulk();
  return (
    <>
      <StaffList list={useStaffList(people)} bulk={bulk} />
      {dialog}
    </>
  );
}
