import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "#web/lib/router.ts";
import { CampaignDraft, type Campaign } from "#contract/campaigns/campaigns.ts";
import { type Audience, type CampaignPurpose } from "#contract/campaigns/audiences.ts";
import { SavedMeanwhile, useVersionedForm, type VersionedForm } from "#web/admin-kit/edit-conflict/versioned-form.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { Failure } from "#web/admin-kit/read-failure.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { showSuccess, useAdminWrite, usePress } from "#web/admin-kit/use-admin-write.ts";
import { settingsQuery } from "#web/features/settings/queries.ts";
import { callApi } from "#web/lib/api.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { AudienceCount, useAudienceCount } from "./audience-count.tsx";
import { AudienceFields } from "./audience-fields.tsx";
import { noContent } from "./labels.ts";
import { contentFields, contentOf, MessageFields, type MessageValues, valuesOfContent } from "./message-fields.tsx";
import { MessagePreview } from "./message-preview.tsx";
import { emailPath } from "#web/features/email/queries.ts";
import { audiencesQuery, campaignQuery, useEventOptions } from "./queries.ts";
import { SendDialog } from "./send-dialog.tsx";
import { TestSend } from "#web/features/email/test-send.tsx";

type Values = MessageValues & { name: string; purpose: CampaignPurpose; eventId: string; audience: Audience };

const valuesOf = (campaign: Campaign | undefined, eventId: number | undefined): Values => ({
  ...valuesOfContent(campaign?.content ?? { ...noContent, eventId: eventId ?? null }),
  name: campaign?.name ?? (eventId === undefined ? "" : "Message to attendees"),
  purpose: campaign?.purpose ?? (eventId === undefined ? "marketing" : "event_message"),
  eventId: String(campaign?.event?.id ?? eventId ?? ""),
  audience: campaign?.audience ?? {},
});

const draftOf = (values: Values): CampaignDraft => ({
  name: values.name,
  purpose: values.purpose,
  eventId: values.purpose === "event_message" && values.eventId !== "" ? Number(values.eventId) : null,
  content: contentOf(values),
  audience: values.audience,
});

/** The draft of a campaign or of a message to attendees, with the email beside it as readers will see it. */
export function CampaignEditor({ campaign, eventId }: { campaign?: Campaign; eventId?: number | undefined }) {
  const address = useListAddress();
  const write = useAdminWrite();
  const [isSending, setSending] = useState(false);
  const form = useVersionedForm<Values, CampaignDraft, Campaign | undefined>({
    schema: CampaignDraft,
    bodyOf: draftOf,
    fields: { ...contentFields, "audience.list.howTheyOptedIn": "audience" },
    defaults: valuesOf(campaign, eventId),
    subject: campaign,
    readLatest: async () => {
      const latest = await callApi("GET /api/admin/campaigns/{id}", { params: { id: campaign!.id } });
      return { values: valuesOf(latest, undefined), version: latest.version };
    },
    deleted: "Someone deleted this draft.",
    submit: async (body, current) => {
      if (current === undefined) {
        const saved = await write("POST /api/admin/campaigns", { body });
        showSuccess("Draft saved");
        return address.change({ id: saved.id, event: undefined, new: undefined }, { replace: true });
      }
      const saved = await write("PUT /api/admin/campaigns/{id}", {
        params: { id: current.id },
        body: { ...body, version: current.version },
      });
      form.accept(form.values, { values: valuesOf(saved, undefined), version: saved.version });
      showSuccess("Draft saved");
    },
  });
  const { purpose, audience, eventId: chosenEvent } = form.values;
  const aboutEvent = purpose === "event_message" && chosenEvent !== "" ? Number(chosenEvent) : null;
  const known = useAudienceCount({ purpose, eventId: aboutEvent, audience });
  const isSaved = campaign !== undefined && !form.isDirty;
  return (
    <div className="halves items-start gap-6">
      <form {...form.props} className="grid min-w-0 gap-6">
        <SavedMeanwhile form={form} labels={{ name: "Name", subject: "Subject", body: "Text", audience: "Audience" }} />
        <Panel title="Message">
          <TextField label="Name" hint="Only staff see it." required maxLength={80} {...form.field("name")} />
          <PurposeFields form={form} />
          <MessageFields form={form} />
        </Panel>
        <Panel
          title="Audience"
          text={
            purpose === "marketing"
              ? "Everyone who opted in and matches all of these gets it."
              : "Everyone with a ticket for the event, or only some ticket types."
          }
        >
          {purpose === "marketing" && <SavedAudiences onChoose={form.bind("audience").onChange} />}
          <AudienceFields value={audience} onChange={form.bind("audience").onChange} eventId={aboutEvent} />
          <Failure text={form.error("audience") && "Say how they opted in, in at least 10 characters"} />
          <AudienceCount known={known} />
        </Panel>
        {purpose === "marketing" && <AddressCallout />}
        <Failure text={form.failure} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant={isSaved ? "outline" : "gold"} loading={form.isBusy} disabled={isSaved}>
            Save draft
          </Button>
          {isSaved && <Button onClick={() => setSending(true)}>Send or schedule</Button>}
          {campaign && <DeleteDraft id={campaign.id} />}
        </div>
      </form>
      <div className="grid min-w-0 gap-5 xl:sticky xl:top-20">
        <MessagePreview values={form.values} aboutEvent={aboutEvent} people={known?.preview?.sample} />
        {campaign && (
          <TestSend
            send={async (send, email) => {
              await send("POST /api/admin/campaigns/{id}/test", { params: { id: campaign.id }, body: { email } });
              showSuccess("Test on its way", `To ${email}${form.isDirty ? ", as last saved." : ""}`);
            }}
          />
        )}
      </div>
      {isSending && campaign && <SendDialog campaign={campaign} known={known} onClose={() => setSending(false)} />}
    </div>
  );
}

function PurposeFields({ form }: { form: VersionedForm<Values> }) {
  const options = useEventOptions();
  const isMessage = form.values.purpose === "event_message";
  // Its conditions may name ticket types of another event.
  const forgetAudience = () => form.bind("audience").onChange({});
  const event = form.bind("eventId");
  return (
    <>
      <SelectField
        label="Type"
        {...form.field("purpose", { onChange: forgetAudience })}
        options={[
          ["marketing", "Marketing: to people who opted in"],
          ["event_message", "Message to attendees: about their event"],
        ]}
      />
      {isMessage && (
        <>
          <SelectField
            label="Event"
            required
            value={event.value}
            onChange={(e) => {
              event.onChange(e.target.value);
              forgetAudience();
            }}
            error={form.error("eventId")}
            options={[["", "Choose an event"], ...options]}
          />
          <Callout title="Only about this event">
            Attendees get this without opting in, so leave out offers and ads for anything else. Anyone who turned these
            messages off won't get it.
          </Callout>
        </>
      )}
    </>
  );
}

/** Marketing can't leave without the sender's postal address. */
function AddressCallout() {
  const { data } = useQuery(settingsQuery());
  if (data === undefined || data.settings.postalAddress !== null) return null;
  return (
    <Callout tone="soon" title="Add your postal address before you send this">
      US law requires it in marketing emails.{" "}
      <Link to={emailPath("settings")} className="font-semibold underline underline-offset-3">
        Email settings
      </Link>
    </Callout>
  );
}

function SavedAudiences({ onChoose }: { onChoose: (audience: Audience) => void }) {
  const { data } = useQuery(audiencesQuery());
  if (!data || data.items.length === 0) return null;
  return (
    <SelectField
      label="Start from a saved audience"
      defaultValue=""
      onChange={(e) => {
        const saved = data.items.find(({ id }) => String(id) === e.target.value);
        if (saved) onChoose(saved.audience);
      }}
      options={[["", "None"], ...data.items.map(({ id, name }) => [id, name] as const)]}
    />
  );
}

function DeleteDraft({ id }: { id: number }) {
  const address = useListAddress();
  const press = usePress("We couldn't delete the draft", async (write) => {
    await write("DELETE /api/admin/campaigns/{id}", { params: { id }, gone: campaignQuery(id).queryKey[0] });
    showSuccess("Draft deleted");
    address.change({ id: undefined });
  });
  return (
    <IconButton
      label="Delete draft"
      Icon={Trash2}
      className="ml-auto"
      disabled={press.loading}
      onClick={press.onClick}
    />
  );
}
