import { useState } from "react";
import type { Campaign } from "#contract/campaigns/campaigns.ts";
import { counted, formatCount } from "#web/admin-kit/figures.tsx";
import { TextField, SelectField } from "#web/ui/field.tsx";
import { failureText, showSuccess, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { useBrandZone } from "#web/lib/site.ts";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { nobodyText, type useAudienceCount } from "./audience-count.tsx";

const zones = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "America/Port_of_Spain",
  "Europe/London",
];

type SendDialogProps = {
  campaign: Campaign;
  /** The audience's count; undefined until it's counted. */
  known: ReturnType<typeof useAudienceCount>;
  onClose: () => void;
};

/** Asks when a campaign leaves, and to confirm how many people it goes to. */
export function SendDialog({ campaign, known, onClose }: SendDialogProps) {
  const write = useAdminWrite();
  const brandZone = useBrandZone();
  // What the sender confirms is the first count that they saw here.
  const [confirmedCount, setConfirmedCount] = useState(known?.preview?.count);
  if (confirmedCount === undefined && known?.preview) setConfirmedCount(known.preview.count);
  const form = useZodForm({
    defaults: { when: "now", at: "", timeZone: brandZone },
    failureText,
    submit: async ({ when, at, timeZone }) => {
      await write("POST /api/admin/campaigns/{id}/schedule", {
        params: { id: campaign.id },
        body: { version: campaign.version, at: when === "now" ? null : at, timeZone, confirmedCount: confirmedCount! },
      });
      showSuccess(when === "now" ? "Sending started" : "Campaign scheduled");
      onClose();
    },
  });
  const isLater = form.values.when === "later";
  if (confirmedCount === undefined) {
    return (
      <FormDialog form={form} title="Send campaign" action="Send" disabled onClose={onClose}>
        {known?.failure ? <Callout tone="bad" title={known.failure} /> : <Skeleton className="h-24" />}
      </FormDialog>
    );
  }
  if (confirmedCount === 0) {
    return (
      <FormDialog form={form} title="No one to send it to" action="Send" disabled onClose={onClose}>
        <p className="text-muted">{nobodyText(campaign.purpose)}</p>
      </FormDialog>
    );
  }
  return (
    <FormDialog
      form={form}
      title={isLater ? "Schedule campaign" : "Send campaign"}
      description={`“${campaign.content.subject}” goes to ${counted(confirmedCount, "person", "people")}.`}
      action={`${isLater ? "Schedule for" : "Send to"} ${formatCount(confirmedCount)} ${confirmedCount === 1 ? "person" : "people"}`}
      disabled={isLater && form.values.at === ""}
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
            options={[...new Set([brandZone, ...zones])].map((zone) => [zone, zone.replaceAll("_", " ")])}
          />
        </>
      )}
      <Callout title="You can't unsend an email">While it's going out, you can pause or stop it.</Callout>
    </FormDialog>
  );
}
