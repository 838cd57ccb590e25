import { useState } from "react";
import type { Comp } from "#contract/comps.ts";
import { ReasonDialog, useReasonForm } from "#web/features/admin/reason-dialog.tsx";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { toast } from "#web/ui/toast.ts";

export function RevokeDialog({ comp, onClose }: { comp: Comp | undefined; onClose: () => void }) {
  const write = useAdminWrite();
  const [shown, setShown] = useState(comp);
  // Keeps the guest's name while the dialog closes.
  if (comp && comp !== shown) setShown(comp);
  const form = useReasonForm({
    onClose,
    submit: async (body) => {
      await write(`/api/admin/comps/${shown!.id}/revoke`, body);
      toast({ title: "Revoked", description: `${shown!.guest.name} is off the list.`, tone: "good" });
    },
  });
  if (!shown) return null;
  const tickets = shown.ticketCount === 1 ? "The ticket" : `All ${shown.ticketCount} tickets`;

  return (
    <ReasonDialog form={form} open={comp !== undefined} title="Revoke comp" action="Revoke" danger>
      {tickets} for {shown.guest.name} to {shown.event.title} will be void, and that capacity goes back on sale. We
      don't email the guest.
    </ReasonDialog>
  );
}
