import { useState } from "react";
import type { Comp } from "#contract/comps.ts";
import { ReasonDialog, useReasonForm } from "#web/features/admin/reason-dialog.tsx";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

/** Revokes a comp whose guest hasn't checked in. */
export function RevokeButton({ comp }: { comp: Comp }) {
  const write = useAdminWrite();
  const [isOpen, setOpen] = useState(false);
  const form = useReasonForm({
    onClose: () => setOpen(false),
    submit: async (body) => {
      await write(`/api/admin/comps/${comp.id}/revoke`, body);
      toast({ title: "Revoked", description: `${comp.guest.name} is off the list.`, tone: "good" });
    },
  });
  const tickets = comp.ticketCount === 1 ? "The ticket" : `All ${comp.ticketCount} tickets`;
  return (
    <>
      {comp.status === "given" && comp.admittedCount === 0 && (
        <Button variant="outline" size="sm" aria-label={`Revoke: ${comp.guest.name}`} onClick={() => setOpen(true)}>
          Revoke
        </Button>
      )}
      <ReasonDialog form={form} open={isOpen} title="Revoke comp" action="Revoke" danger>
        {tickets} for {comp.guest.name} to {comp.event.title} will be void, and that capacity goes back on sale. We
        don't email the guest.
      </ReasonDialog>
    </>
  );
}
