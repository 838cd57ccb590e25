import { useBrandZone } from "#web/lib/site.ts";
import { useState } from "react";
import { type AdminStream, StreamInput } from "#contract/streams/admin.ts";
import { SavedMeanwhile, useVersionedForm } from "#web/admin-kit/edit-conflict/versioned-form.tsx";
import { SelectField, TextField, Field, TextareaField } from "#web/ui/field.tsx";
import { showSuccess, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { ZoneSelect } from "#web/features/events/editor/form/when-and-where.tsx";
import { PictureField } from "#web/features/media/picker/picture-field.tsx";
import { callApi } from "#web/lib/api.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import type { PosterPicture } from "#web/ui/poster.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { EventField, PassField, SourceFields } from "./stream-fields.tsx";
import { accessChoices, bodyOf, formOf, labels, type StreamForm } from "./stream-form.ts";

type StreamDialogProps = {
  stream: AdminStream | undefined;
  /** The event of a new stream. */
  eventId: number | null;
  onClose: () => void;
  onSaved: (stream: AdminStream) => void;
};

/** Creates or changes a stream. */
export function StreamDialog({ stream, eventId, onClose, onSaved }: StreamDialogProps) {
  const write = useAdminWrite();
  const [picture, setPicture] = useState<PosterPicture | null>(stream?.poster ?? null);
  const brandZone = useBrandZone();
  const form = useVersionedForm<StreamForm, StreamInput, AdminStream | undefined>({
    schema: StreamInput,
    bodyOf,
    defaults: formOf(stream, eventId, brandZone),
    messages: {
      title: "Enter a title",
      "source.keyId": "Choose the host's stream key",
      "source.address": "Paste a link",
    },
    fields: { "source.keyId": "keyId", "source.address": "address" },
    subject: stream,
    readLatest: async () => {
      if (!stream) return undefined;
      const latest = await callApi("GET /api/admin/streams/{id}", { params: { id: stream.id } });
      return { values: formOf(latest, null, brandZone), version: latest.version };
    },
    deleted: "Someone deleted this stream.",
    submit: async (body, current) => {
      const saved = current
        ? await write("PUT /api/admin/streams/{id}", {
            params: { id: current.id },
            body: { ...body, version: current.version },
          })
        : await write("POST /api/admin/streams", { body });
      showSuccess(stream ? "Stream saved" : "Stream created", stream ? "" : "It's a draft until you publish it.");
      onSaved(saved);
    },
  });
  const { startsAt, timeZone } = form.values;
  return (
    <FormDialog
      form={form}
      roomy
      onClose={onClose}
      title={stream ? "Edit stream" : "New stream"}
      action={stream ? "Save" : "Create"}
    >
      <SavedMeanwhile form={form} labels={labels} timeZone={timeZone} />
      <TextField label={labels.title} required {...form.field("title")} maxLength={120} autoComplete="off" />
      <div className="across-2 items-start gap-4">
        <Field label={labels.startsAt} required error={form.error("startsAt")}>
          <ZonedTimeInput
            value={startsAt}
            timeZone={timeZone}
            onChange={(next) => next && form.setValue("startsAt", next, { shouldDirty: true })}
          />
        </Field>
        <Field label={labels.timeZone} error={form.error("timeZone")}>
          <ZoneSelect {...form.bind("timeZone")} />
        </Field>
      </div>
      <EventField form={form} />
      <SourceFields form={form} />
      <SelectField label={labels.access} options={accessChoices} {...form.field("access")} />
      {form.values.access === "pass" && <PassField form={form} />}
      <TextareaField label={labels.description} {...form.field("description")} rows={3} maxLength={5000} />
      <PictureField
        label={labels.pictureId}
        picture={picture}
        onChange={(chosen) => {
          setPicture(chosen?.poster ?? null);
          form.setValue("pictureId", chosen?.id ?? null, { shouldDirty: true });
        }}
      />
      {form.values.kind === "push" && (
        <Checkbox
          label={labels.isRecorded}
          checked={form.values.isRecorded}
          onChange={(e) => form.setValue("isRecorded", e.target.checked, { shouldDirty: true })}
        />
      )}
    </FormDialog>
  );
}
