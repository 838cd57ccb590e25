import { adminEventQuery } from "#web/features/events/admin-events.ts";
import { useQuery } from "@tanstack/react-query";
import { ClaimLinkDraft } from "#contract/comps/links.ts";
import { Id } from "#contract/shapes.ts";
import { failureText, showSuccess, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { SelectField, TextField, Field } from "#web/ui/field.tsx";
import { Failure } from "#web/admin-kit/read-failure.tsx";
import { useIdempotentSend } from "#web/features/refunds/form-parts.tsx";
import { Button } from "#web/ui/button.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { CompSourceFields, noSource, sourceMessages, sourceOf } from "./comp-source-fields.tsx";

const linkForm = ClaimLinkDraft.extend({ eventId: Id });
const noLink = { quantity: "", maxPerPerson: "1", endsAt: "", reason: "" };

/** Creates a link by which people claim comps themselves, up to a count and until an end. */
export function LinkForm({ eventId: only }: { eventId?: number | undefined }) {
  const write = useAdminWrite();
  const sendOnce = useIdempotentSend();
  const form = useZodForm({
    schema: linkForm,
    bodyOf: ({ quantity, maxPerPerson, endsAt, reason, ...source }) => ({
      ...sourceOf(source),
      quantity: Number(quantity),
      maxPerPerson: Number(maxPerPerson),
      endsAt,
      reason,
    }),
    defaults: { ...noSource(only), ...noLink },
    messages: {
      ...sourceMessages,
      quantity: "Enter 1 to 10,000",
      endsAt: "Choose when the link ends",
    },
    failureText,
    submit: async ({ eventId: _, ...body }) => {
      await sendOnce((key) => write("POST /api/admin/comp-batches/links", { body, key }));
      showSuccess("Claim link created", "Copy or share it below.");
    },
    onSent: () => {
      form.reset({ ...form.getValues(), ...noLink });
    },
  });
  const eventId = Number(form.values.eventId);
  const event = useQuery({ ...adminEventQuery(eventId), enabled: eventId > 0 });
  return (
    <form {...form.props} className="grid gap-4 rounded-md border border-line bg-panel p-4 sm:p-5">
      <h2 className="display text-display-sm">Create a claim link</h2>
      <Failure text={form.failure} />
      <div className="across-3 items-start gap-4">
        <CompSourceFields form={form} choosesEvent={only === undefined} />
        <TextField
          label="How many"
          required
          {...form.field("quantity")}
          type="number"
          min={1}
          max={10_000}
          inputMode="numeric"
          inputClass="tabular-nums"
        />
        <SelectField
          label="Most per person"
          {...form.field("maxPerPerson")}
          options={[1, 2, 3, 4].map((count) => [count, String(count)] as const)}
        />
        <Field label="Ends" required error={form.error("endsAt")} hint="In the event's time zone">
          <ZonedTimeInput
            value={form.values.endsAt || null}
            timeZone={event.data?.timeZone ?? "UTC"}
            disabled={!event.data}
            onChange={(at) => form.setValue("endsAt", at ?? "", { shouldDirty: true })}
          />
        </Field>
        <TextField
          label="Reason"
          required
          {...form.field("reason")}
          className="col-span-full"
          autoComplete="off"
          maxLength={200}
          placeholder="Listeners of Island FM"
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-sm text-muted">
          All of these tickets are reserved until the link ends. What nobody claims goes back on sale.
        </p>
        <Button type="submit" loading={form.isBusy}>
          Create link
        </Button>
      </div>
    </form>
  );
}
