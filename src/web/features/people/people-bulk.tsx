import { useState } from "react";
import type { Person } from "#contract/people.ts";
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
export function usePeopleBulk() {
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
