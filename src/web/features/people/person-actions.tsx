import { useState } from "react";
import type { Role } from "#contract/accounts.ts";
import type { PersonDetail } from "#contract/people.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { ActionDialog, type Asking } from "./action-dialog.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { ResetLink } from "./reset-link.tsx";
import { roles } from "./labels.ts";
import { UpcomingTickets } from "#web/features/accounts/upcoming-tickets.tsx";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { failureText } from "#web/features/admin/failure-text.ts";
import { ReasonDialog, useReasonForm } from "#web/features/admin/reason-dialog.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { personDeletionQuery } from "./queries.ts";

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

/** Deletes an account at its owner's request, after showing what gets lost with it. */
function DeletePerson({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const { data, error } = useQuery(personDeletionQuery(person.id));
  const write = useAdminWrite();
  const navigate = useNavigate();
  const address = useListAddress();
  const events = data?.openMatters.filter(({ kind }) => kind === "tickets") ?? [];
  const isPaying = data?.openMatters.some(({ kind }) => kind === "payment") === true;
  const form = useReasonForm({
    defaults: { giveUpTickets: false },
    onClose,
    submit: async ({ reason, giveUpTickets }) => {
      const body = { reason, ...(giveUpTickets ? { giveUpTickets } : {}) };
      const gone = `/api/admin/users/${person.id}`;
      await write(`${gone}/delete`, body, undefined, gone);
      toast({ title: "Account deleted", description: person.displayName, tone: "good" });
      await navigate(address.addressWith({ id: undefined, tab: undefined, kind: undefined }), { replace: true });
    },
  });
  const giveUp = form.bind("giveUpTickets");
  const waiting = !data || isPaying || (events.length > 0 && !giveUp.value);
  return (
    <ReasonDialog
      form={form}
      open
      title="Delete account"
      action="Delete account"
      danger
      waiting={waiting}
      extra={
        <>
          {error && !data && <Callout tone="bad" title={failureText(error)} />}
          {!data && !error && <Skeleton className="h-16" />}
          {isPaying && <Callout tone="soon" title="A payment is still processing. Wait until it's done." />}
          <UpcomingTickets
            title="They have tickets for upcoming events"
            events={events}
            label="Void these tickets without a refund"
            isGivenUp={giveUp.value}
            onChange={giveUp.onChange}
          />
        </>
      }
    >
      {`This permanently deletes ${person.displayName}'s name, email and sign-in methods. Orders keep their numbers and amounts. This can't be undone.`}
    </ReasonDialog>
  );
}
