import { useState } from "react";
import type { Comp } from "#contract/comps.ts";
import { ReasonDialog } from "#web/features/desk/reason-dialog.tsx";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { toast } from "#web/ui/toast.ts";

export function RevokeDialog({ comp, onClose }: { comp: Comp | undefined; onClose: () => void }) {
  const write = useDeskWrite();
  const [kept, setKept] = useState(comp);
  // Still named while the dialog closes.
  if (comp && comp !== kept) setKept(comp);
  if (!kept) return null;
  const tickets = kept.ticketCount === 1 ? "The ticket" : `All ${kept.ticketCount} tickets`;

  return (
    <ReasonDialog
      open={comp !== undefined}
      onClose={onClose}
      title="Revoke this comp"
      action="Revoke"
      danger
      onConfirm={async (reason) => {
        await write(`/api/admin/comps/${kept.id}/revoke`, { reason });
        toast({ title: "Revoked", description: `${kept.guest.name} is off the list.`, tone: "good" });
      }}
    >
      {tickets} of {kept.guest.name} for {kept.event.title} will be void at the door, and the places go back on sale.
      The guest is not told by mail.
    </ReasonDialog>
  );
}
