import { useState } from "react";
import type { Role } from "#contract/accounts.ts";
import type { PersonDetail } from "#contract/people.ts";
import { ReasonDialog } from "#web/features/desk/reason-dialog.tsx";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import { ResetLink } from "./reset-link.tsx";
import { roles } from "./words.ts";

type GivenRole = Exclude<Role, "guest">;
type Asking = { kind: "role"; role: GivenRole } | { kind: "suspend" } | { kind: "unsuspend" };

/** What an admin can do about a person. Each asks for the reason. */
export function PersonActions({ person }: { person: PersonDetail }) {
  const [asking, setAsking] = useState<Asking>();
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      {person.role !== "guest" && (
        <Field
          label="Role"
          hint={
            person.canChangeRole ? undefined : "Another admin has to change it: the last one, and you yourself, stay."
          }
        >
          <Select
            value={person.role}
            disabled={!person.canChangeRole}
            onChange={(event) => setAsking({ kind: "role", role: event.target.value as GivenRole })}
          >
            {(["user", "moderator", "admin"] as const).map((role) => (
              <option key={role} value={role}>
                {roles[role].label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <ResetLink person={person} />
      {person.suspendedAt ? (
        <Button variant="outline" onClick={() => setAsking({ kind: "unsuspend" })}>
          Let in again
        </Button>
      ) : (
        <Button variant="danger" disabled={!person.canSuspend} onClick={() => setAsking({ kind: "suspend" })}>
          Suspend
        </Button>
      )}
      <ActionDialog person={person} asking={asking} onClose={() => setAsking(undefined)} />
    </div>
  );
}

const words = {
  role: { title: "Change the role", action: "Change role", done: "Role changed" },
  suspend: { title: "Suspend this person", action: "Suspend", done: "Suspended" },
  unsuspend: { title: "Let this person in again", action: "Let in again", done: "They can sign in again" },
};

function ActionDialog({
  person,
  asking,
  onClose,
}: {
  person: PersonDetail;
  asking: Asking | undefined;
  onClose: () => void;
}) {
  const write = useDeskWrite();
  const [kept, setKept] = useState<Asking>({ kind: "suspend" });
  // Still worded while the dialog closes.
  if (asking && asking !== kept) setKept(asking);
  const { title, action, done } = words[kept.kind];
  return (
    <ReasonDialog
      open={asking !== undefined}
      onClose={onClose}
      title={title}
      action={action}
      danger={kept.kind === "suspend"}
      onConfirm={async (reason) => {
        await write(
          `/api/admin/users/${person.id}/${kept.kind}`,
          kept.kind === "role" ? { role: kept.role, reason } : { reason },
        );
        toast({ title: done, description: person.displayName, tone: "good" });
      }}
    >
      {explain(person, kept)}
    </ReasonDialog>
  );
}

function explain({ displayName, role, sessionCount }: PersonDetail, asking: Asking): string {
  if (asking.kind === "role") {
    return `${displayName} goes from ${roles[role].label} to ${roles[asking.role].label}, from the next click on.`;
  }
  if (asking.kind === "unsuspend") return `${displayName} may sign in again. Sessions that ended stay ended.`;
  const sessions =
    sessionCount === 1 ? "The browser on which they are signed in is" : `All ${sessionCount} browsers are`;
  return `${displayName} cannot sign in any more. ${sessionCount > 0 ? `${sessions} signed out at once. ` : ""}Orders and tickets stay theirs.`;
}
