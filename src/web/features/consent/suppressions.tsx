import { useState } from "react";
import { addSuppression, type Suppression } from "#contract/consent/consent.ts";
import { TextField } from "#web/ui/field.tsx";
import { failureText, showSuccess, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { actionsColumn, momentColumn, TwoLines } from "#web/admin-kit/table/cells.tsx";
import { staffList, StaffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { plainReason } from "#web/features/email/outbox/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";

const causes = {
  bounce: { label: "Bounced", tone: "gone" },
  complaint: { label: "Spam complaint", tone: "gone" },
  staff: { label: "Added by staff", tone: "plain" },
} as const;

const suppressions = staffList("GET /api/admin/suppressions", {
  label: "Suppressions",
  noun: "suppressed addresses",
  search: "Email address",
  filters: {
    cause: { label: "Cause", choices: causes },
    status: { label: "Status", choices: { active: "Active", lifted: "Lifted" } },
  },
  empty: "Addresses that bounce or report spam show up here. We stop emailing them.",
  columns: {
    email: {
      header: "Email",
      phone: "title",
      cell: ({ email, cause }) => <TwoLines strong top={email} below={causes[cause].label} />,
    },
    detail: {
      header: "Why",
      cell: ({ detail, liftedBy, liftReason }) => (
        <TwoLines
          top={plainReason(detail) || "–"}
          below={liftReason ? `Lifted by ${liftedBy ?? "staff"}: ${liftReason}` : ""}
        />
      ),
    },
    createdAt: momentColumn("createdAt", "Since"),
    actions: actionsColumn((row) => row.liftedAt === null && <Lift row={row} />),
  },
});

/** Addresses that we don't email, and why. */
export function Suppressions() {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <StaffList
        list={useStaffList(suppressions)}
        actions={
          <Button size="sm" onClick={() => setAdding(true)}>
            Add address
          </Button>
        }
      />
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function Lift({ row: { id, email } }: { row: Suppression }) {
  const [isOpen, setOpen] = useState(false);
  const form = useReasonForm({
    onClose: () => setOpen(false),
    submit: async ({ reason }, write) => {
      await write("POST /api/admin/suppressions/{id}/lift", { params: { id }, body: { reason } });
      showSuccess("Suppression lifted", email);
    },
  });
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Lift<span className="sr-only">: {email}</span>
      </Button>
      <ReasonDialog form={form} open={isOpen} title="Lift suppression" action="Lift suppression">
        We'll email {email} again. This doesn't opt anyone in to marketing.
      </ReasonDialog>
    </>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const write = useAdminWrite();
  const form = useZodForm({
    schema: addSuppression.body!,
    defaults: { email: "", reason: "" },
    failureText,
    submit: async (body) => {
      await write("POST /api/admin/suppressions", { body });
      showSuccess("Address suppressed");
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Add address"
      description="It won't get marketing or messages about events. Receipts still go out."
      action="Add address"
      onClose={onClose}
    >
      <TextField label="Email" type="email" required {...form.field("email")} />
      <TextField label="Reason" required maxLength={200} {...form.field("reason")} />
    </FormDialog>
  );
}
