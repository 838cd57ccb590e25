import { useState } from "react";
import type { Person } from "#contract/people.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { BulkDialog } from "#web/features/desk/bulk-dialog.tsx";
import { Button } from "#web/ui/button.tsx";

type Asking = { act: "suspend" | "end-sessions"; rows: Person[] };

const words = {
  suspend: {
    title: "Suspend the chosen",
    action: "Suspend",
    done: "Suspended",
    hint: "They read it when they try to sign in; it is kept in the audit log.",
    text: "They are signed out at once and cannot sign in any more. Orders and tickets stay theirs.",
  },
  "end-sessions": {
    title: "Sign the chosen out",
    action: "Sign out",
    done: "Signed out",
    hint: "Kept in the audit log with your name.",
    text: "They are signed out in every browser and may sign in again.",
  },
};

/** What can be done to several people at once; never to oneself. */
export function usePeopleBulk() {
  const { user } = useUser();
  const [asking, setAsking] = useState<Asking>();
  const [kept, setKept] = useState<Asking["act"]>("suspend");
  // Still worded while the dialog closes.
  if (asking && asking.act !== kept) setKept(asking.act);
  const { text, hint, ...said } = words[kept];
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
          id === user?.id ? "This is you." : { path: `/api/admin/users/${id}/${kept}`, body: { reason } }
        }
      >
        {text}
      </BulkDialog>
    ),
  };
}
