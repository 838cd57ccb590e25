import { SelectField } from "#web/ui/field.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { useState } from "react";
import type { PersonDetail } from "#contract/accounts/admin.ts";
import type { CallBodyOf } from "#contract/calls.ts";
import { apiPath } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { MergeDialog, ResetLink } from "./account-dialogs.tsx";
import { roles } from "./labels.ts";
import { UpcomingTickets } from "#web/features/accounts/upcoming-tickets.tsx";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "#web/lib/router.ts";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { type AdminWrite, showSuccess } from "#web/admin-kit/use-admin-write.ts";
import { Callout } from "#web/ui/callout.tsx";
import { personDeletionQuery } from "./queries.ts";

type Role = CallBodyOf<"POST /api/admin/users/{id}/role">["role"];
type Act = {
  title: string;
  action: string;
  done: string;
  danger?: boolean;
  hint?: string;
  textOf: (person: PersonDetail, role: Role) => string;
  send: (write: AdminWrite, params: { id: number }, reason: string, role: Role) => Promise<unknown>;
};
type ActName = "role" | "suspend" | "unsuspend" | "reset-factors" | "export";

const acts: Record<ActName, Act> = {
  role: {
    title: "Change role",
    action: "Change role",
    done: "Role changed",
    textOf: ({ displayName, role }, to) =>
      `${displayName} changes from ${roles[role].label} to ${roles[to].label}, effective immediately.`,
    send: (write, params, reason, role) => write("POST /api/admin/users/{id}/role", { params, body: { role, reason } }),
  },
  suspend: {
    title: "Suspend account",
    action: "Suspend",
    done: "Suspended",
    danger: true,
    hint: "They'll see this when they try to sign in. It's also saved in the activity log.",
    textOf: ({ displayName, sessionCount }) => {
      const sessions = sessionCount === 1 ? "Their browser is" : `All ${sessionCount} of their browsers are`;
      return `${displayName} can't sign in anymore. ${sessionCount > 0 ? `${sessions} signed out right away. ` : ""}They keep their orders and tickets.`;
    },
    send: (write, params, reason) => write("POST /api/admin/users/{id}/suspend", { params, body: { reason } }),
  },
  unsuspend: {
    title: "Unsuspend account",
    action: "Unsuspend",
    done: "Unsuspended",
    textOf: ({ displayName }) => `${displayName} can sign in again. Their old sessions stay signed out.`,
    send: (write, params, reason) => write("POST /api/admin/users/{id}/unsuspend", { params, body: { reason } }),
  },
  "reset-factors": {
    title: "Reset two-factor",
    action: "Reset two-factor",
    done: "Two-factor reset",
    danger: true,
    textOf: ({ displayName, email }) =>
      `This removes ${displayName}'s authenticator app, passkeys and recovery codes and signs them out everywhere. ${
        email ? `We'll let them know at ${email}.` : "They have no email, so we can't let them know."
      } Make sure the request really comes from them.`,
    send: (write, params, reason) => write("POST /api/admin/users/{id}/reset-factors", { params, body: { reason } }),
  },
  export: {
    title: "Download data",
    action: "Download",
    done: "Data downloaded",
    textOf: ({ displayName }) =>
      `Everything the site stores about ${displayName}, in one file. Don't share it with anyone else.`,
    send: (write, params, reason) => write("POST /api/admin/users/{id}/export", { params, body: { reason } }),
  },
};

type ActionDialogProps = { person: PersonDetail; act: ActName; role: Role; onClose: () => void };

/** Asks for the reason for one action on an account, and does it. */
function ActionDialog({ person, act, role, onClose }: ActionDialogProps) {
  const { done, textOf, send, ...dialog } = acts[act];
  const form = useReasonForm({
    onClose,
    submit: async ({ reason }, write) => {
      const reply = await send(write, { id: person.id }, reason, role);
      if (act === "export") saveFile(`${person.username}.json`, JSON.stringify(reply, null, 2));
      showSuccess(done, person.displayName);
    },
  });
  return (
    <ReasonDialog form={form} open {...dialog}>
      {textOf(person, role)}
    </ReasonDialog>
  );
}

type Opened = ActName | "merge" | "delete";
type ActButton = { act: Opened; label: string | false; danger?: boolean; can?: boolean };

/** What an admin can do with an account. Each action asks for a reason; sensitive ones also ask to confirm it's you. */
export function PersonActions({ person }: { person: PersonDetail }) {
  const [open, setOpen] = useState<Opened>();
  const [role, setRole] = useState<Role>("user");
  const isGuest = person.role === "guest";
  const shared = { person, onClose: () => setOpen(undefined) };
  const buttons: ActButton[] = [
    { act: "reset-factors", label: person.hasSecondFactor && "Reset two-factor", can: person.canResetFactors },
    { act: "merge", label: !isGuest && "Merge guest" },
    { act: "export", label: "Download data" },
    person.suspendedAt
      ? { act: "unsuspend", label: "Unsuspend" }
      : { act: "suspend", label: "Suspend", danger: true, can: person.canSuspend },
    { act: "delete", label: "Delete", danger: true, can: person.canDelete },
  ];
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      {!isGuest && (
        <SelectField
          label="Role"
          hint={person.canChangeRole ? undefined : "You can't change your own role or the last admin's."}
          value={person.role}
          disabled={!person.canChangeRole}
          onChange={(e) => {
            setRole(e.target.value as Role);
            setOpen("role");
          }}
          options={(["user", "moderator", "admin"] as const).map((name) => [name, roles[name].label])}
        />
      )}
      <ResetLink person={person} />
      {buttons.map(
        ({ act, label, danger = false, can = true }) =>
          label && (
            // Suspend and Unsuspend are one button, so that focus returns to it.
            <Button
              key={act.replace("unsuspend", "suspend")}
              variant={danger ? "danger" : "outline"}
              disabled={!can}
              onClick={() => setOpen(act)}
            >
              {label}
            </Button>
          ),
      )}
      {open === "merge" && <MergeDialog {...shared} />}
      {open === "delete" && <DeletePerson {...shared} />}
      {open && open !== "merge" && open !== "delete" && <ActionDialog {...shared} act={open} role={role} />}
    </div>
  );
}

/** Deletes an account at its owner's request, after showing what gets lost with it. */
function DeletePerson({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const query = useQuery(personDeletionQuery(person.id));
  const { data } = query;
  const navigate = useNavigate();
  const address = useListAddress();
  const events = data?.openMatters.filter(({ kind }) => kind === "tickets") ?? [];
  const hasItems = data?.openMatters.some(({ kind }) => kind === "items") === true;
  const isPaying = data?.openMatters.some(({ kind }) => kind === "payment") === true;
  const form = useReasonForm({
    defaults: { giveUpTickets: false },
    onClose,
    submit: async ({ reason, giveUpTickets }, write) => {
      const body = { reason, ...(giveUpTickets ? { giveUpTickets } : {}) };
      const params = { id: person.id };
      const gone = apiPath("GET /api/admin/users/{id}", { params });
      await write("POST /api/admin/users/{id}/delete", { params, body, gone });
      showSuccess("Account deleted", person.displayName);
      await navigate(address.addressWith({ id: undefined, tab: undefined, kind: undefined }), { replace: true });
    },
  });
  const ticketLoss = form.bind("giveUpTickets");
  const waiting = !data || isPaying || hasItems || (events.length > 0 && !ticketLoss.value);
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
          <Loaded query={query} className="h-16">
            {() => null}
          </Loaded>
          {hasItems && <Callout tone="soon" title="Items are still to be sent to them. Ship or refund them first." />}
          {isPaying && <Callout tone="soon" title="A payment is still processing. Wait until it's done." />}
          <UpcomingTickets
            title="They have tickets for upcoming events"
            events={events}
            label="Void these tickets without a refund"
            isGivenUp={ticketLoss.value}
            onChange={ticketLoss.onChange}
          />
        </>
      }
    >
      {`This permanently deletes ${person.displayName}'s name, email and sign-in methods. Orders keep their numbers and amounts. This can't be undone.`}
    </ReasonDialog>
  );
}

/** Downloads a file that was made in the browser. */
function saveFile(name: string, text: string, type = "application/json"): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
