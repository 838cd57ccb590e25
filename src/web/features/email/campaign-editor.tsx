import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CampaignDraft, type Audience, type Campaign, type CampaignPurpose } from "#contract/email-campaigns.ts";
import { SavedMeanwhile, useVersionedForm } from "#web/features/admin/edit-conflict/versioned-form.tsx";
import { SelectField, TextField } from "#web/features/admin/form-fields.tsx";
import { Panel } from "#web/features/admin/panel.tsx";
import { Failure } from "#web/features/admin/read-failure.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { sayDone, useAdminWrite, usePress } from "#web/features/admin/use-admin-write.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { AudienceCount, useAudienceCount } from "./audience-count.tsx";
import { AudienceFields } from "./audience-fields.tsx";
import { noContent } from "./labels.ts";
import { contentFields, contentOf, MessageFields, type MessageValues, valuesOfContent } from "./message-fields.tsx";
import { PreviewFrame } from "./preview-frame.tsx";
import { audiencesQuery, campaignsPath, useEventOptions } from "./queries.ts";
import { SendDialog } from "./send-dialog.tsx";
import { TestSend } from "./test-send.tsx";

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

/** The draft of a campaign or of a message to attendees. Saving it shows it as readers will see it. */
export function CampaignEditor({ campaign, eventId }: { campaign?: Campaign; eventId?: number | undefined }) {
  const address = useListAddress();
  const write = useAdminWrite();
  const [isSending, setSending] = useState(false);
  const form = useVersionedForm<Values, CampaignDraft>({
    schema: CampaignDraft,
    bodyOf: draftOf,
    fields: { ...contentFields, "audience.list.howTheyOptedIn": "audience" },
    defaults: valuesOf(campaign, eventId),
    version: campaign?.version,
    readLatest: async () => {
      const latest = await callJson<Campaign>("GET", `${campaignsPath}/${campaign!.id}`);
      return { values: valuesOf(latest, undefined), version: latest.version };
    },
    deleted: "Someone deleted this draft.",
    submit: async (body, version) => {
      if (campaign === undefined) {
        const saved = await write<Campaign>(campaignsPath, body);
        sayDone("Draft saved");
        return address.change({ id: saved.id, event: undefined, new: undefined }, { replace: true });
      }
      const saved = await write<Campaign>(`${campaignsPath}/${campaign.id}`, { ...body, version }, undefined, {
        method: "PUT",
      });
      form.accept(form.values, { values: valuesOf(saved, undefined), version: saved.version });
      sayDone("Draft saved");
    },
  });
  const { purpose, audience, eventId: chosenEvent } = form.values;
  const aboutEvent = purpose === "event_message" && chosenEvent !== "" ? Number(chosenEvent) : null;
  const known = useAudienceCount({ purpose, eventId: aboutEvent, audience });
  const isSaved = campaign !== undefined && !form.isDirty;
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <form {...form.props} className="grid min-w-0 gap-6">
        <SavedMeanwhile form={form} labels={{ name: "Name", subject: "Subject", body: "Text", audience: "Audience" }} />
        <Panel title="Message">
          <TextField label="Name" hint="Only staff see it." required maxLength={80} {...form.field("name")} />
          <PurposeFields form={form} />
          <MessageFields form={form} />
        </Panel>
        <Panel title="Audience" text="People who fit everything that you set.">
          {purpose === "marketing" && <SavedAudiences onChoose={form.bind("audience").onChange} />}
          <AudienceFields value={audience} onChange={form.bind("audience").onChange} eventId={aboutEvent} />
          <Failure text={form.error("audience") && "Say how they opted in, in at least 10 characters"} />
          <AudienceCount known={known} />
        </Panel>
        <Failure text={form.failure} />
        <div className="sticky bottom-0 z-10 flex flex-wrap gap-2 border-t border-line bg-page py-3 max-lg:bottom-[calc(3.75rem+env(safe-area-inset-bottom))]">
          <Button type="submit" variant={isSaved ? "outline" : "gold"} loading={form.isBusy} disabled={isSaved}>
            Save draft
          </Button>
          {isSaved && <Button onClick={() => setSending(true)}>Send or schedule</Button>}
          {campaign && <DeleteDraft id={campaign.id} />}
        </div>
      </form>
      <div className="grid min-w-0 gap-5 xl:sticky xl:top-20">
        {campaign ? (
          <>
            <PreviewFrame
              hasThemes={false}
              title={`Email: ${campaign.content.subject}`}
              srcOf={() => `${campaignsPath}/${campaign.id}/html?v=${campaign.version}`}
            />
            {form.isDirty && <p className="text-sm text-muted">Save the draft to see your changes.</p>}
            <TestSend
              send={async (send, email) => {
                await send(`${campaignsPath}/${campaign.id}/test`, { email });
                sayDone("Test on its way", `To ${email}`);
              }}
            />
          </>
        ) : (
          <p className="rounded-md border border-dashed border-edge px-6 py-16 text-center text-muted">
            Save the draft to see the email as your readers will.
          </p>
        )}
      </div>
      {isSending && campaign && (
        <SendDialog campaign={campaign} count={known?.preview?.count} onClose={() => setSending(false)} />
      )}
    </div>
  );
}

function PurposeFields({ form }: { form: ReturnType<typeof useVersionedForm<Values, CampaignDraft>> }) {
  const options = useEventOptions();
  const isMessage = form.values.purpose === "event_message";
  // Its conditions may name ticket types of another event.
  const forgetAudience = { onChange: () => form.bind("audience").onChange({}) };
  return (
    <>
      <SelectField
        label="Type"
        {...form.field("purpose", forgetAudience)}
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
            {...form.field("eventId", forgetAudience)}
            options={[["", "Choose an event"], ...options]}
          />
          <Callout title="Only about this event">
            Attendees get this without opting in, so it can't contain offers or ads for anything else. They can turn off
            such messages, and those who did are left out.
          </Callout>
        </>
      )}
    </>
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
    const path = `${campaignsPath}/${id}`;
    await write(path, undefined, undefined, { method: "DELETE", gone: path });
    sayDone("Draft deleted");
    address.change({ id: undefined });
  });
  return (
    <Button variant="quiet" {...press}>
      Delete draft
    </Button>
  );
}
