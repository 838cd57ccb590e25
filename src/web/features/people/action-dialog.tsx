import { useState } from "react";
import type { Role } from "#contract/accounts.ts";
import type { PersonDetail } from "#contract/people.ts";
import { ReasonDialog, useReasonForm } from "#web/features/admin/reason-dialog.tsx";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { toast } from "#web/ui/toast.ts";
import { roles } from "./labels.ts";

export type Asking =
  | { kind: "role"; role: Exclude<Role, "guest"> }
  | { kind: "suspend" | "unsuspend" | "reset-factors" | "export" };

const labels = {
  role: { title: "Change role", action: "Change role", done: "Role changed" },
  suspend: { title: "Suspend account", action: "Suspend", done: "Suspended" },
  unsuspend: { title: "Unsuspend account", action: "Unsuspend", done: "Unsuspended" },
  "reset-factors": { title: "Reset two-factor", action: "Reset two-factor", done: "Two-factor reset" },
  export: { title: "Download data", action: "Download", done: "Data downloaded" },
};

/** Asks for the reason for one action on an account, and does it. */
export function ActionDialog({
  person,
  asking,
  onClose,
}: {
  person: PersonDetail;
  asking: Asking | undefined;
  onClose: () => void;
}) {
  const write = useAdminWrite();
  const [shown, setShown] = useState<Asking>({ kind: "suspend" });
  // Keeps the text while the dialog closes.
  if (asking && asking !== shown) setShown(asking);
  const { title, action, done } = labels[shown.kind];
  const form = useReasonForm({
    onClose,
    submit: async ({ reason }) => {
      const body = shown.kind === "role" ? { role: shown.role, reason } : { reason };
      const reply = await write<object>(`/api/admin/users/${person.id}/${shown.kind}`, body);
      if (shown.kind === "export") saveFile(`${person.username}.json`, JSON.stringify(reply, null, 2));
      toast({ title: done, description: person.displayName, tone: "good" });
    },
  });
  return (
    <ReasonDialog
      form={form}
      open={asking !== undefined}
      title={title}
      action={action}
      danger={shown.kind === "suspend" || shown.kind === "reset-factors"}
      {...(shown.kind === "suspend"
        ? { hint: "They'll see this when they try to sign in. It's also saved in the activity log." }
        : {})}
    >
      {explain(person, shown)}
    </ReasonDialog>
  );
}

function explain({ displayName, role, sessionCount, email }: PersonDetail, asking: Asking): string {
  switch (asking.kind) {
    case "role":
      return `${displayName} changes from ${roles[role].label} to ${roles[asking.role].label}, effective immediately.`;
    case "unsuspend":
      return `${displayName} can sign in again. Their old sessions stay signed out.`;
    case "reset-factors":
      return `This removes ${displayName}'s authenticator app, passkeys and recovery codes and signs them out everywhere. ${
        email ? `We'll let them know at ${email}.` : "They have no email, so we can't let them know."
      } Make sure the request really comes from them.`;
    case "export":
      return `Everything the site stores about ${displayName}, in one file. Don't share it with anyone else.`;
    case "suspend": {
      const sessions = sessionCount === 1 ? "Their browser is" : `All ${sessionCount} of their browsers are`;
      return `${displayName} can't sign in anymore. ${sessionCount > 0 ? `${sessions} signed out right away. ` : ""}They keep their orders and tickets.`;
    }
  }
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
