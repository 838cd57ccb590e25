import { useState } from "react";
import type { Comp } from "#contract/comps.ts";
import { ReasonDialog } from "#web/features/admin/reason-dialog.tsx";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { toast } from "#web/ui/toast.ts";

export function RevokeDialog({ comp, onClose }: { comp: Comp | undefined; onClose: () => void }) {
  const write = useAdminWrite();
  const [shown, setShown] = useState(comp);
  // Keeps the guest's name while the dialog closes.
  if (comp && comp !== shown) setShown(comp);
  if (!shown) return null;
  const tickets = shown.ticketCount === 1 ? "The ticket" : `All ${shown.ticketCount} tickets`;

  return (
    <ReasonDialog
      open={comp !== undefined}
      onClose={onClose}
      title="Revoke comp"
      action="Revoke"
      danger
      onConfirm={async (reason) => {
        await write(`/api/admin/comps/${shown.id}/revoke`, { reason });
        toast({ title: "Revoked", description: `${shown.guest.name} is off the list.`, tone: "good" });
      }}
    >
      {tickets} for {shown.guest.name} to {shown.event.title} will be void, and that capacity goes back on sale. We
      don't email the guest.
    </ReasonDialog>
  );
}
