import { useQuery } from "@tanstack/react-query";
import type { VersionedForm } from "#web/admin-kit/edit-conflict/versioned-form.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { eventChoicesQuery, eventOptions } from "#web/features/events/admin-events.ts";
import { Segments } from "#web/features/events/ticket-types/form-parts.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { sourceLabels } from "./labels.ts";
import { keysQuery } from "./queries.ts";
import { labels, type StreamForm } from "./stream-form.ts";

type FieldsProps = { form: VersionedForm<StreamForm> };

/** Chooses the event that a stream belongs to. */
export function EventField({ form }: FieldsProps) {
  const { data } = useQuery(eventChoicesQuery());
  const { eventId } = form.values;
  const listed = (data?.items ?? []).filter(({ id, isOver }) => !isOver || String(id) === eventId);
  const isListed = eventId === "" || listed.some(({ id }) => String(id) === eventId);
  return (
    <SelectField
      label={labels.eventId}
      hint="Its page and its tickets are shown beside the stream."
      // The choices load after the form: its value must not be lost meanwhile.
      key={listed.length}
      options={[
        ["", "No event"],
        ...(isListed ? [] : [[eventId, "The current event"] as const]),
        ...eventOptions(listed),
      ]}
      {...form.field("eventId")}
    />
  );
}

/** Chooses where the video comes from. */
export function SourceFields({ form }: FieldsProps) {
  const { data } = useQuery(keysQuery());
  const keys = data?.items.filter(({ id, revokedAt }) => revokedAt === null || String(id) === form.values.keyId) ?? [];
  const { kind } = form.values;
  return (
    <>
      <Segments label={labels.kind} {...form.bind("kind")} choices={sourceLabels} />
      {kind === "push" ? (
        <SelectField
          label={labels.keyId}
          required
          hint={
            data && keys.length === 0
              ? "Create one first, under Stream keys."
              : "The host's OBS or ffmpeg sends with it."
          }
          key={keys.length}
          options={[["", "Choose a key"], ...keys.map(({ id, name }) => [id, name] as const)]}
          {...form.field("keyId")}
        />
      ) : (
        <TextField
          label={labels.address}
          required
          hint={
            kind === "hls" ? "An https link to an .m3u8 playlist" : "The link of a YouTube or Twitch video or channel"
          }
          {...form.field("address")}
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </>
  );
}

/** The ticket types that open the stream: a stream pass is one without a door. */
export function PassField({ form }: FieldsProps) {
  const { eventId, passTypeIds } = form.values;
  const { data } = useQuery({
    ...adminQuery("GET /api/admin/events/{id}/ticket-types", { params: { id: Number(eventId) } }),
    enabled: eventId !== "",
  });
  const toggle = (id: number, isOn: boolean) =>
    form.setValue("passTypeIds", isOn ? [...passTypeIds, id] : passTypeIds.filter((each) => each !== id), {
      shouldDirty: true,
    });
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-semibold">{labels.passTypeIds}</legend>
      {eventId === "" && <p className="text-sm text-muted">Choose the event that sells them.</p>}
      {data?.types.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={passTypeIds.includes(id)}
          onChange={(e) => toggle(id, e.target.checked)}
        />
      ))}
      {form.error("passTypeIds") && (
        <p role="alert" className="text-sm font-medium text-hibiscus">
          {form.error("passTypeIds")}
        </p>
      )}
    </fieldset>
  );
}
