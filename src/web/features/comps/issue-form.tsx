import { eventOption } from "#web/features/box-office/labels.ts";
import { counted } from "#web/features/admin/figures.tsx";
import { TextField, Options } from "#web/features/admin/form-fields.tsx";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type Comp, CompDraft } from "#contract/comps.ts";
import { Id } from "#contract/shapes.ts";
import { adminEventQuery, adminEventsQuery } from "#web/features/box-office/queries.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { ReadFailure, Failure } from "#web/features/admin/read-failure.tsx";
import { useAdminWrite, sayDone } from "#web/features/admin/use-admin-write.ts";
import { useIdempotentSend } from "#web/features/refunds/form-parts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";

const compForm = CompDraft.extend({ eventId: Id });
const noGuest = { quantity: "1", guest: { name: "", email: "" }, reason: "" };

/** The form that issues free tickets: event, ticket type, guest and reason. */
export function IssueForm({ eventId: ofEvent }: { eventId?: number }) {
  const write = useAdminWrite();
  const sendOnce = useIdempotentSend();
  const form = useZodForm({
    schema: compForm,
    bodyOf: ({ eventId: event, ticketTypeId, quantity, ...rest }) => ({
      ...rest,
      eventId: Number(event),
      ticketTypeId: Number(ticketTypeId),
      quantity: Number(quantity),
    }),
    defaults: { eventId: String(ofEvent ?? ""), ticketTypeId: "", ...noGuest },
    messages: {
      eventId: "Choose an event",
      ticketTypeId: "Choose a ticket type",
      quantity: "Enter 1 to 10",
      "guest.name": "Enter the guest's name",
      "guest.email": (email) => (email ? "Enter a valid email" : "Enter the guest's email"),
    },
    failureText,
    submit: async ({ eventId: _, ...body }) => {
      const comp = await sendOnce((key) => write<Comp>("/api/admin/comps", body, key));
      sayDone(
        `${counted(comp.ticketCount, "ticket")} for ${comp.guest.name}`,
        `The email to ${comp.guest.email} is queued.`,
      );
    },
    onSent: () => {
      form.reset({ ...form.getValues(), ...noGuest });
      form.setFocus("guest.name");
    },
  });
  const eventId = Number(form.values.eventId);
  const eventsRead = useQuery({ ...adminEventsQuery(), enabled: ofEvent === undefined });
  const events = eventsRead.data;
  const eventRead = useQuery({ ...adminEventQuery(eventId), enabled: eventId > 0, placeholderData: undefined });

  return (
    <form {...form.props} className="grid gap-4 rounded-md border border-line bg-panel p-4 sm:p-5">
      <h2 className="display text-display-sm">Issue comps</h2>
      <Failure text={form.failure} />
      {ofEvent === undefined && !events && <ReadFailure label="Events" query={eventsRead} />}
      {eventId > 0 && !eventRead.data && <ReadFailure label="Ticket types" query={eventRead} />}
      <div
        className={clsx(
          "grid items-start gap-4 sm:grid-cols-2",
          ofEvent === undefined ? "lg:grid-cols-[3fr_3fr_6rem]" : "lg:grid-cols-[minmax(0,1fr)_6rem]",
        )}
      >
        {ofEvent === undefined && (
          <Field
            label="Event"
            required
            {...form.field("eventId", { onChange: () => form.setValue("ticketTypeId", "") })}
          >
            <Select>
              <option value="">Choose an event</option>
              <Options of={(events?.items ?? []).filter((each) => !each.isOver).map(eventOption)} />
            </Select>
          </Field>
        )}
        <Field label="Ticket type" required {...form.field("ticketTypeId")}>
          <Select disabled={!eventRead.data}>
            <option value="">{eventRead.isFetching ? "Loading…" : "Choose a type"}</option>
            {eventRead.data?.types.map((type) => (
              <option key={type.id} value={type.id} disabled={type.available === 0}>
                {`${type.name} · ${type.available === 0 ? "none left" : `${type.available} left`}${type.ticketsPerUnit > 1 ? ` · admits ${type.ticketsPerUnit}` : ""}`}
              </option>
            ))}
          </Select>
        </Field>
        <TextField
          label="Quantity"
          required
          {...form.field("quantity")}
          type="number"
          min={1}
          max={10}
          inputMode="numeric"
          inputClass="tabular-nums"
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <TextField label="Guest" required {...form.field("guest.name")} autoComplete="off" maxLength={120} />
        <TextField
          label="Email"
          required
          {...form.field("guest.email")}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <TextField
          label="Reason"
          required
          {...form.field("reason")}
          className="sm:max-lg:col-span-2"
          autoComplete="off"
          maxLength={200}
          placeholder="Plays the second set"
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          These count toward the event&apos;s capacity. We email the guest and record it in the activity log.
        </p>
        <Button type="submit" loading={form.isBusy}>
          Issue tickets
        </Button>
      </div>
    </form>
  );
}
