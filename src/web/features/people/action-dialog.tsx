import { useState } from "react";
import type { Role } from "#contract/accounts.ts";
import type { PersonDetail } from "#contract/people.ts";
import { ReasonDialog } from "#web/features/desk/reason-dialog.tsx";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { toast } from "#web/ui/toast.ts";
import { roles } from "./words.ts";

export type Asking =
  | { kind: "role"; role: Exclude<Role, "guest"> }
  | { kind: "suspend" | "unsuspend" | "reset-factors" | "export" };

const words = {
  role: { title: "Change the role", action: "Change role", done: "Role changed" },
  suspend: { title: "Suspend this person", action: "Suspend", done: "Suspended" },
  unsuspend: { title: "Let this person in again", action: "Let in again", done: "They can sign in again" },
  "reset-factors": { title: "Reset the second factor", action: "Reset", done: "Second factor reset" },
  export: { title: "Download the records", action: "Download", done: "Records downloaded" },
};

/** Asks for the reason of one thing that is about to be done about a person, and does it. */
export function ActionDialog({
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
      danger={kept.kind === "suspend" || kept.kind === "reset-factors"}
      {...(kept.kind === "suspend"
        ? { hint: "They read it when they try to sign in; it is kept in the audit log." }
        : {})}
      onConfirm={async (reason) => {
        const body = kept.kind === "role" ? { role: kept.role, reason } : { reason };
        const reply = await write<object>(`/api/admin/users/${person.id}/${kept.kind}`, body);
        if (kept.kind === "export") saveFile(`${person.username}.json`, JSON.stringify(reply, null, 2));
        toast({ title: done, description: person.displayName, tone: "good" });
      }}
    >
      {explain(person, kept)}
    </ReasonDialog>
  );
}

function explain({ displayName, role, sessionCount, email }: PersonDetail, asking: Asking): string {
  switch (asking.kind) {
    case "role":
      return `${displayName} goes from ${roles[role].label} to ${roles[asking.role].label}, from the next click on.`;
    case "unsuspend":
      return `${displayName} may sign in again. Sessions that ended stay ended.`;
    case "reset-factors":
      return `Authenticator, passkeys and recovery codes of ${displayName} go, and they are signed out everywhere. ${
        email ? `They are told at ${email}.` : "There is no address to tell them at."
      } Make sure that it is them who asks.`;
    case "export":
      return `Everything the site keeps of ${displayName}, as one file. Hand it to nobody else.`;
    case "suspend": {
      const sessions =
        sessionCount === 1 ? "The browser on which they are signed in is" : `All ${sessionCount} browsers are`;
      return `${displayName} cannot sign in any more. ${sessionCount > 0 ? `${sessions} signed out at once. ` : ""}Orders and tickets stay theirs.`;
    }
  }
}
