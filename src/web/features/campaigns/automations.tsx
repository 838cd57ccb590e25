import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AutomationDraft, type Automation, type AutomationTrigger } from "#contract/campaigns/automations.ts";
import { SavedMeanwhile, useVersionedForm } from "#web/admin-kit/edit-conflict/versioned-form.tsx";
import { counted, formatCount } from "#web/admin-kit/figures.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { EventName } from "#web/admin-kit/moment.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { ShortListFiles } from "#web/admin-kit/table/table-toolbar.tsx";
import { showSuccess, useAdminWrite, usePress } from "#web/admin-kit/use-admin-write.ts";
import { callApi } from "#web/lib/api.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { MessagePreview } from "./message-preview.tsx";
import { noContent, triggers, waitText } from "./labels.ts";
import { contentFields, contentOf, MessageFields, type MessageValues, valuesOfContent } from "./message-fields.tsx";
import { automationsQuery, useEventOptions } from "./queries.ts";
import { TestSend } from "#web/features/email/test-send.tsx";

/** Messages that are sent by themselves: trigger, wait, and what they sent. */
export function Automations() {
  const [edited, setEdited] = useState<Automation | "new">();
  const create = <Button onClick={() => setEdited("new")}>New automation</Button>;
  return (
    <Loaded query={useQuery(automationsQuery())} label="Automations" className="h-60">
      {({ items }) => (
        <>
          {items.length === 0 ? (
            <EmptyState
              title="No automations"
              text="Write once, and it goes out by itself: after a purchase, before or after an event, or when someone leaves the checkout. Each person gets it once per occasion."
              action={create}
            />
          ) : (
            <>
              <div className="flex flex-wrap items-center justify-between gap-2">
                {create}
                <ShortListFiles file="GET /api/admin/automations.csv" isPlain />
              </div>
              <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line">
                {items.map((automation) => (
                  <Row key={automation.id} automation={automation} onEdit={() => setEdited(automation)} />
                ))}
              </ul>
            </>
          )}
          {edited && (
            <AutomationDialog automation={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
          )}
        </>
      )}
    </Loaded>
  );
}

const draftOf = ({ name, trigger, isOn, waitHours, eventId, content }: Automation) => ({
  name,
  trigger,
  isOn,
  waitHours,
  eventId,
  content,
});

function Row({ automation, onEdit }: { automation: Automation; onEdit: () => void }) {
  const { id, version, name, trigger, isOn, waitHours, counts, results, event, isMarketing } = automation;
  const { Icon, wait } = triggers[trigger];
  const toggle = usePress("We couldn't change the automation", async (write) => {
    await write("PUT /api/admin/automations/{id}", {
      params: { id },
      body: { ...draftOf(automation), isOn: !isOn, version },
    });
    showSuccess(isOn ? "Automation turned off" : "Automation turned on");
  });
  const remove = usePress("We couldn't delete the automation", async (write) => {
    await write("DELETE /api/admin/automations/{id}", { params: { id } });
    showSuccess("Automation deleted");
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 bg-panel px-4 py-3">
      <Icon className="size-7 shrink-0 text-gilt" strokeWidth={1.5} />
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-3 font-semibold">
          {name} <StatusBadge {...(isOn ? { label: "On", tone: "good" } : { label: "Off", tone: "plain" })} />
        </p>
        <p className="text-sm text-muted">
          {waitText(waitHours)} {wait} · {event ? <EventName event={event} /> : "All events"}
          {isMarketing && " · Only people who opted in"}
        </p>
        <p className="text-sm text-muted">
          {counts.sent === 0
            ? "Nothing sent yet"
            : `${formatCount(counts.sent)} sent · ${counted(results.clickers, "person", "people")} clicked`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" {...toggle}>
          {isOn ? "Turn off" : "Turn on"}
          <span className="sr-only"> {name}</span>
        </Button>
        <Button variant="outline" size="sm" onClick={onEdit}>
          Edit<span className="sr-only"> {name}</span>
        </Button>
        {!isOn && (
          <Button variant="quiet" size="sm" {...remove}>
            Delete<span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

type Values = MessageValues & { name: string; trigger: AutomationTrigger; waitHours: string; eventId: string };
const valuesOf = (automation: Automation | undefined): Values => ({
  ...valuesOfContent(automation?.content ?? noContent),
  name: automation?.name ?? "",
  trigger: automation?.trigger ?? "after_purchase",
  waitHours: String(automation?.waitHours ?? triggers.after_purchase.hours),
  eventId: String(automation?.eventId ?? ""),
});

function AutomationDialog({ automation, onClose }: { automation: Automation | undefined; onClose: () => void }) {
  const write = useAdminWrite();
  const options = useEventOptions();
  const form = useVersionedForm<Values, AutomationDraft, Automation | undefined>({
    schema: AutomationDraft,
    bodyOf: (values) => ({
      name: values.name,
      trigger: values.trigger,
      isOn: automation?.isOn ?? false,
      waitHours: values.waitHours.trim() === "" ? -1 : Number(values.waitHours),
      eventId: values.eventId === "" ? null : Number(values.eventId),
      content: contentOf(values),
    }),
    messages: { waitHours: "Enter whole hours, up to two years" },
    fields: contentFields,
    defaults: valuesOf(automation),
    subject: automation,
    readLatest: async () => {
      const { items } = await callApi("GET /api/admin/automations");
      const latest = items.find(({ id }) => id === automation?.id);
      return latest && { values: valuesOf(latest), version: latest.version };
    },
    deleted: "Someone deleted this automation.",
    submit: async (body, current) => {
      await (current
        ? write("PUT /api/admin/automations/{id}", {
            params: { id: current.id },
            body: { ...body, version: current.version },
          })
        : write("POST /api/admin/automations", { body }));
      showSuccess("Automation saved", automation?.isOn ? "" : "It's off until you turn it on.");
      onClose();
    },
  });
  const { trigger } = form.values;
  const event = form.bind("eventId");
  const needsConsent = trigger === "abandoned_checkout" || trigger === "win_back";
  return (
    <FormDialog
      form={form}
      roomy
      title={automation ? "Edit automation" : "New automation"}
      action="Save automation"
      onClose={onClose}
    >
      <SavedMeanwhile form={form} labels={{ name: "Name", subject: "Subject", body: "Text" }} />
      <TextField label="Name" required maxLength={80} {...form.field("name")} />
      <div className="across-2 gap-4">
        <SelectField
          label="Trigger"
          {...form.field("trigger")}
          options={Object.entries(triggers).map(([value, { label }]) => [value, label])}
        />
        <TextField
          label="Wait"
          hint={`Hours ${triggers[trigger].wait}`}
          inputMode="numeric"
          {...form.field("waitHours")}
        />
      </div>
      <SelectField
        label="Only for"
        value={event.value}
        onChange={(e) => event.onChange(e.target.value)}
        options={[["", "All events"], ...options]}
      />
      {needsConsent && <Callout title="Only people who opted in get this, and it shows your postal address." />}
      <MessageFields form={form} />
      <MessagePreview
        values={{ ...form.values, purpose: needsConsent ? "marketing" : "event_message" }}
        aboutEvent={form.values.eventId === "" ? null : Number(form.values.eventId)}
      />
      {automation && (
        <TestSend
          send={async (send, email) => {
            await send("POST /api/admin/automations/{id}/test", { params: { id: automation.id }, body: { email } });
            showSuccess("Test on its way", `To ${email}, as last saved.`);
          }}
        />
      )}
    </FormDialog>
  );
}
