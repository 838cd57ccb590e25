import { counted } from "#web/admin-kit/figures.tsx";
import { TextField } from "#web/ui/field.tsx";
import { CompDraft } from "#contract/comps/comps.ts";
import { Id } from "#contract/shapes.ts";
import { failureText, useAdminWrite, showSuccess } from "#web/admin-kit/use-admin-write.ts";
import { Failure } from "#web/admin-kit/read-failure.tsx";
import { useIdempotentSend } from "#web/features/refunds/form-parts.tsx";
import { Button } from "#web/ui/button.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { CompSourceFields, noSource, sourceMessages, sourceOf } from "./comp-source-fields.tsx";

const compForm = CompDraft.extend({ eventId: Id });
const noGuest = { quantity: "1", guest: { name: "", email: "" }, reason: "" };

/** The form that issues free tickets: event, ticket type, host, guest and reason. */
export function IssueForm({ eventId: only }: { eventId?: number | undefined }) {
  const write = useAdminWrite();
  const sendOnce = useIdempotentSend();
  const form = useZodForm({
    schema: compForm,
    bodyOf: ({ quantity, guest: { name, email }, reason, ...source }) => ({
      ...sourceOf(source),
      quantity: Number(quantity),
      guest: { name, ...(email.trim() === "" ? {} : { email }) },
      reason,
    }),
    defaults: { ...noSource(only), ...noGuest },
    messages: {
      ...sourceMessages,
      quantity: "Enter 1 to 10",
      "guest.name": "Enter the guest's name",
      "guest.email": "Enter a valid email",
    },
    failureText,
    submit: async ({ eventId: _, ...body }) => {
      const comp = await sendOnce((key) => write("POST /api/admin/comps", { body, key }));
      showSuccess(
        `${counted(comp.ticketCount, "ticket")} for ${comp.guest.name}`,
        comp.guest.email ? `The email to ${comp.guest.email} is queued.` : "Find them at the door by name.",
      );
    },
    onSent: () => {
      form.reset({ ...form.getValues(), ...noGuest });
      form.setFocus("guest.name");
    },
  });

  return (
    <form {...form.props} className="@container grid gap-4 rounded-md border border-line bg-panel p-4 sm:p-5">
      <h2 className="display text-display-sm">Issue comps</h2>
      <Failure text={form.failure} />
      <div className="grid items-start gap-4 @md:grid-cols-2 @2xl:grid-cols-[3fr_3fr_3fr_6rem]">
        <CompSourceFields form={form} choosesEvent={only === undefined} />
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
      <div className="across-3 items-start gap-4">
        <TextField label="Guest" required {...form.field("guest.name")} autoComplete="off" maxLength={120} />
        <TextField
          label="Email"
          hint="Optional. Without one, they're found at the door by name."
          {...form.field("guest.email")}
          type="email"
          autoComplete="off"
        />
        <TextField
          label="Reason"
          required
          {...form.field("reason")}
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
