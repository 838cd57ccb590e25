import type { Person } from "#contract/people.ts";
import { Moment } from "#web/features/admin/moment.tsx";
import { momentColumn } from "#web/features/admin/table/cells.tsx";
import { type List, StaffList, useStaffList } from "#web/features/admin/table/staff-list.tsx";
import { Badge, StatusBadge } from "#web/ui/badge.tsx";
import { filters, roles } from "./labels.ts";
import { useState } from "react";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { BulkDialog } from "#web/features/admin/bulk-dialog.tsx";
import { Button } from "#web/ui/button.tsx";

type Asking = { act: "suspend" | "end-sessions"; rows: Person[] };

const labels = {
  suspend: {
    title: "Suspend selected accounts",
    action: "Suspend",
    done: "Suspended",
    hint: "They'll see this when they try to sign in. It's also saved in the activity log.",
    text: "They're signed out right away and can't sign in anymore. They keep their orders and tickets.",
  },
  "end-sessions": {
    title: "Sign out selected accounts",
    action: "Sign out",
    done: "Signed out",
    hint: "Saved in the activity log with your name.",
    text: "They're signed out of every browser and can sign in again.",
  },
};

/** Actions on several accounts at once, never on your own. */
function usePeopleBulk() {
  const { user } = useUser();
  const [asking, setAsking] = useState<Asking>();
  const [shown, setShown] = useState<Asking["act"]>("suspend");
  // Keeps the text while the dialog closes.
  if (asking && asking.act !== shown) setShown(asking.act);
  const { text, hint, ...said } = labels[shown];
  return {
    bulk: {
      nameOf: (person: Person) => person.displayName,
      renderActions: ({ rows }: { rows: Person[] }) => (
        <>
          <Button variant="outline" size="sm" onClick={() => setAsking({ act: "end-sessions", rows })}>
            Sign out
          </Button>
          <Button variant="danger" size="sm" onClick={() => setAsking({ act: "suspend", rows })}>
            Suspend
          </Button>
        </>
      ),
    },
    dialog: (
      <BulkDialog
        {...said}
        rows={asking?.rows}
        onClose={() => setAsking(undefined)}
        nameOf={(person) => `${person.displayName} (${person.username})`}
        danger
        reason={{ hint }}
        callOf={({ id }, reason) =>
          id === user?.id ? "This is your own account." : { path: `/api/admin/users/${id}/${shown}`, body: { reason } }
        }
      >
        {text}
      </BulkDialog>
    ),
  };
}

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
