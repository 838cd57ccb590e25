import { useState } from "react";
import type { Campaign } from "#contract/email-campaigns.ts";
import { counted, formatCount } from "#web/features/admin/figures.tsx";
import { TextField, SelectField } from "#web/features/admin/form-fields.tsx";
import { failureText } from "#web/features/admin/failure-text.ts";
import { useOwnZone } from "#web/features/admin/moment.tsx";
import { sayDone, useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { Callout } from "#web/ui/callout.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { campaignsPath } from "./queries.ts";

const zones = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "America/Port_of_Spain",
  "Europe/London",
];

type SendDialogProps = { campaign: Campaign; count: number | undefined; onClose: () => void };

/** Asks when a campaign leaves, and to confirm how many people it goes to. */
export function SendDialog({ campaign, count, onClose }: SendDialogProps) {
  const write = useAdminWrite();
  const ownZone = useOwnZone();
  // What the sender confirms is what they saw when the dialog opened.
  const [confirmedCount] = useState(count ?? 0);
  const form = useZodForm({
    defaults: { when: "now", at: "", timeZone: ownZone },
    failureText,
    submit: async ({ when, at, timeZone }) => {
      await write(`${campaignsPath}/${campaign.id}/schedule`, {
        version: campaign.version,
        at: when === "now" ? null : at,
        timeZone,
        confirmedCount,
      });
      sayDone(when === "now" ? "Sending started" : "Campaign scheduled");
      onClose();
    },
  });
  const isLater = form.values.when === "later";
  if (confirmedCount === 0) {
    return (
      <FormDialog form={form} title="No one to send it to" action="Send" disabled onCancel={onClose} onClose={onClose}>
        <p className="text-muted">Nobody fits this audience. Change its conditions first.</p>
      </FormDialog>
    );
  }
  return (
    <FormDialog
      form={form}
      title={isLater ? "Schedule campaign" : "Send campaign"}
      description={`${campaign.content.subject}: to ${counted(confirmedCount, "person", "people")}.`}
      action={`${isLater ? "Schedule for" : "Send to"} ${formatCount(confirmedCount)} ${confirmedCount === 1 ? "person" : "people"}`}
      disabled={isLater && form.values.at === ""}
      onCancel={onClose}
      onClose={onClose}
    >
      <SelectField
        label="When"
        {...form.field("when")}
        options={[
          ["now", "Now"],
          ["later", "At a date and time"],
        ]}
      />
      {isLater && (
        <>
          <TextField label="Date and time" type="datetime-local" required {...form.field("at")} />
          <SelectField
            label="Time zone"
            {...form.field("timeZone")}
            options={[...new Set([ownZone, ...zones])].map((zone) => [zone, zone.replaceAll("_", " ")])}
          />
        </>
      )}
      <Callout title="A sent email can't be undone">You can pause or stop it while it's being sent.</Callout>
    </FormDialog>
  );
}
