import { useState } from "react";
import type { Role } from "#contract/accounts.ts";
import type { PersonDetail } from "#contract/people.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { ActionDialog, type Asking } from "./action-dialog.tsx";
import { DeletePerson } from "./delete-person.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { ResetLink } from "./reset-link.tsx";
import { roles } from "./labels.ts";

type GivenRole = Exclude<Role, "guest">;

/** What an admin can do with an account. Each action asks for a reason; sensitive ones also ask to confirm it's you. */
export function PersonActions({ person }: { person: PersonDetail }) {
  const [asking, setAsking] = useState<Asking>();
  const [open, setOpen] = useState<"merge" | "delete">();
  const isGuest = person.role === "guest";
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      {!isGuest && <RoleField person={person} onChoose={(role) => setAsking({ kind: "role", role })} />}
      <ResetLink person={person} />
      {person.hasSecondFactor && (
        <Button
          variant="outline"
          disabled={!person.canResetFactors}
          onClick={() => setAsking({ kind: "reset-factors" })}
        >
          Reset two-factor
        </Button>
      )}
      {!isGuest && (
        <Button variant="outline" onClick={() => setOpen("merge")}>
          Merge guest
        </Button>
      )}
      <Button variant="outline" onClick={() => setAsking({ kind: "export" })}>
        Download data
      </Button>
      {person.suspendedAt ? (
        <Button variant="outline" onClick={() => setAsking({ kind: "unsuspend" })}>
          Unsuspend
        </Button>
      ) : (
        <Button variant="danger" disabled={!person.canSuspend} onClick={() => setAsking({ kind: "suspend" })}>
          Suspend
        </Button>
      )}
      <Button variant="danger" disabled={!person.canDelete} onClick={() => setOpen("delete")}>
        Delete
      </Button>
      <ActionDialog person={person} asking={asking} onClose={() => setAsking(undefined)} />
      {open === "merge" && <MergeDialog person={person} onClose={() => setOpen(undefined)} />}
      {open === "delete" && <DeletePerson person={person} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

function RoleField({ person, onChoose }: { person: PersonDetail; onChoose: (role: GivenRole) => void }) {
  return (
    <Field label="Role" hint={person.canChangeRole ? undefined : "You can't change your own role or the last admin's."}>
      <Select
        value={person.role}
        disabled={!person.canChangeRole}
        onChange={(e) => onChoose(e.target.value as GivenRole)}
      >
        {(["user", "moderator", "admin"] as const).map((role) => (
          <option key={role} value={role}>
            {roles[role].label}
          </option>
        ))}
      </Select>
    </Field>
  );
}
