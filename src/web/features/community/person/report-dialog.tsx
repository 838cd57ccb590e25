import * as z from "zod/mini";
import { ReportNote } from "#contract/community/fields.ts";
import type { ReportForm, ReportReason } from "#contract/community/safety.ts";
import { callApi } from "#web/lib/api.ts";
import { newUuid } from "#web/lib/new-uuid.ts";
import { TextareaField } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { Radio } from "#web/ui/checkbox.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { failureReason } from "../say-failed.ts";
import { contentNames, reportReasons } from "../labels.ts";

const reportForm = z.object({
  reason: z.custom<ReportReason>((reason: unknown) => reason !== "", "Choose a reason"),
  note: ReportNote,
});

type ReportDialogProps = Pick<ReportForm, "kind" | "targetId"> & { onClose: () => void };

/** Reports something to the moderators. */
export function ReportDialog({ kind, targetId, onClose }: ReportDialogProps) {
  const form = useZodForm<{ reason: ReportReason | ""; note: string }, { reason: ReportReason; note: string }>({
    schema: reportForm,
    defaults: { reason: "", note: "" },
    failureText: failureReason,
    submit: async (body) => {
      await callApi("POST /api/community/reports", { body: { kind, targetId, ...body }, key: newUuid() });
      onClose();
      toast({ title: "Thanks for telling us", description: "A moderator will look at it.", tone: "good" });
    },
  });
  const { reason } = form.values;
  const error = form.error("reason");
  return (
    <FormDialog
      form={form}
      title={`Report this ${contentNames[kind]}`}
      description="Only moderators see who reported."
      action="Send report"
      onClose={onClose}
    >
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-semibold">What's wrong?</legend>
        {Object.entries(reportReasons).map(([value, label]) => (
          <label key={value} className="flex min-h-10 items-center gap-3">
            <Radio
              name="reason"
              value={value}
              checked={reason === value}
              onChange={() => form.bind("reason").onChange(value as ReportReason)}
            />
            {label}
          </label>
        ))}
        {error && (
          <p role="alert" className="text-sm font-medium text-hibiscus">
            {error}
          </p>
        )}
      </fieldset>
      <TextareaField label="Anything to add?" hint="Optional" {...form.field("note")} rows={2} maxLength={500} />
    </FormDialog>
  );
}
