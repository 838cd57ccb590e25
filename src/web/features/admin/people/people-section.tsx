import type { Person } from "#contract/accounts/admin.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { BulkButton } from "#web/admin-kit/reason-dialog.tsx";
import { momentColumn } from "#web/admin-kit/table/cells.tsx";
import { StaffList, staffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import type { AdminCall } from "#web/admin-kit/use-admin-write.ts";
import { Badge, StatusBadge } from "#web/ui/badge.tsx";
import { filters, roles } from "#web/features/accounts/people/labels.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { WayUp } from "#web/admin-kit/admin-links.tsx";
import { PersonView } from "./person-view.tsx";

/** Actions on several accounts at once, never on your own. */
function PeopleBulk({ rows }: { rows: Person[] }) {
  const { user } = useUser();
  const shared = (name: `POST /api/admin/users/{id}/${"end-sessions" | "suspend"}`) => ({
    rows,
    nameOf: (person: Person) => `${person.displayName} (${person.username})`,
    danger: true,
    callOf: ({ id }: Person, reason: string) =>
      id === user?.id
        ? "This is your own account."
        : (send: AdminCall) => send(name, { params: { id }, body: { reason } }),
  });
  return (
    <>
      <BulkButton
        {...shared("POST /api/admin/users/{id}/end-sessions")}
        title="Sign out selected accounts"
        action="Sign out"
        done="Signed out"
        reason={{}}
      >
        They're signed out of every browser and can sign in again.
      </BulkButton>
      <BulkButton
        {...shared("POST /api/admin/users/{id}/suspend")}
        variant="danger"
        title="Suspend selected accounts"
        action="Suspend"
        done="Suspended"
        reason={{ hint: "They'll see this when they try to sign in. It's also saved in the activity log." }}
      >
        They're signed out right away and can't sign in anymore. They keep their orders and tickets.
      </BulkButton>
    </>
  );
}

const people = staffList("GET /api/admin/users", {
  label: "Accounts",
  opens: "id",
  sort: "-createdAt",
  search: "Name, email, order or ticket",
  filters: {
    role: { label: "Role", any: null, choices: filters },
    status: { label: "Status", choices: { active: "Active", suspended: "Suspended" } },
  },
  empty: {
    title: "No results",
    text: "No accounts match your search. To include guest checkouts, choose Everyone.",
  },
  columns: {
    name: {
      sort: "asc",
      header: "Name",
      phone: "title",
      cell: ({ displayName }) => <span className="font-semibold">{displayName}</span>,
    },
    username: { sort: "asc", header: "Username", cell: ({ username }) => username },
    email: {
      header: "Email",
      cell: ({ email }) => email ?? <span className="text-muted">No confirmed email</span>,
    },
    role: {
      header: "Role",
      phone: "aside",
      cell: ({ role, suspendedAt }) => (
        <span className="flex flex-wrap gap-1.5">
          {role === "admin" || role === "moderator" ? <StatusBadge {...roles[role]} /> : roles[role].label}
          {suspendedAt && <Badge tone="gone">Suspended</Badge>}
        </span>
      ),
    },
    lastSeenAt: {
      header: "Last seen",
      figures: true,
      phone: "hidden",
      cell: ({ lastSeenAt }) =>
        lastSeenAt ? <Moment at={lastSeenAt} relative /> : <span className="text-muted">Not signed in</span>,
    },
    createdAt: momentColumn("createdAt", "Joined", { sort: "desc", relative: false }),
  },
});

/** Everyone with an account, and guests if the filter includes them. */
const PeopleList = () => (
  <StaffList
    list={useStaffList(people)}
    bulk={{ nameOf: (person) => person.displayName, renderActions: ({ rows }) => <PeopleBulk rows={rows} /> }}
  />
);

/** The same page at /user-management and as a section of /admin. */
export function PeopleSection() {
  const address = useListAddress();
  const id = address.number("id");
  const list = address.addressWith({ id: undefined, tab: undefined, kind: undefined, ...address.at });
  return (
    <AdminShell
      title="Accounts"
      description="Find accounts, change roles, help with passwords."
      lead={id === undefined ? "Who has an account, and what they can do." : <WayUp to={list}>All accounts</WayUp>}
    >
      {id === undefined ? <PeopleList /> : <PersonView key={id} id={id} />}
    </AdminShell>
  );
}
