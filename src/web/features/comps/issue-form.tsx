import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import type { Comp } from "#contract/comps.ts";
import { adminEventQuery, adminEventsQuery } from "#web/features/box-office/queries.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { ReadFailure } from "#web/features/admin/read-failure.tsx";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { formatDay } from "#web/lib/dates.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";

const form = z.object({
  eventId: z.string().check(z.minLength(1, "Choose an event")),
  ticketTypeId: z.string().check(z.minLength(1, "Choose a ticket type")),
  quantity: z.string().check(z.regex(/^([1-9]|10)$/, "Enter 1 to 10")),
  name: z
    .string()
    .check(z.trim(), z.minLength(1, "Enter the guest's name"), z.maxLength(120, "Use at most 120 characters")),
  email: z.string().check(z.trim(), z.minLength(1, "Enter the guest's email"), z.email("Enter a valid email")),
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(3, "Enter a reason with at least 3 characters"),
      z.maxLength(200, "Use at most 200 characters"),
    ),
});
type Fields = z.infer<typeof form>;

/** The form that issues free tickets: event, ticket type, guest and reason. */
export function IssueForm() {
  const write = useAdminWrite();
  const fields = useForm<Fields>({
    resolver: zodResolver(form),
    defaultValues: { eventId: "", ticketTypeId: "", quantity: "1", name: "", email: "", reason: "" },
  });
  const { errors, isSubmitting } = fields.formState;
  const eventId = Number(useWatch({ control: fields.control, name: "eventId" }));
  const eventsRead = useQuery(adminEventsQuery());
  const events = eventsRead.data;
  const eventRead = useQuery({ ...adminEventQuery(eventId), enabled: eventId > 0, placeholderData: undefined });
  const [refusal, setRefusal] = useState<string>();
  const attempt = useRef<string>(undefined);

  async function issue({ ticketTypeId, quantity, name, email, reason }: Fields) {
    setRefusal(undefined);
    attempt.current ??= crypto.randomUUID();
    const body = { ticketTypeId: Number(ticketTypeId), quantity: Number(quantity), guest: { name, email }, reason };
    try {
      const comp = await write<Comp>("/api/admin/comps", body, attempt.current);
      attempt.current = undefined;
      const count = comp.ticketCount === 1 ? "1 ticket" : `${comp.ticketCount} tickets`;
      toast({
        title: `${count} for ${comp.guest.name}`,
        description: `The email to ${comp.guest.email} is queued.`,
        tone: "good",
      });
      fields.reset({ ...fields.getValues(), quantity: "1", name: "", email: "", reason: "" });
      fields.setFocus("name");
    } catch (error) {
      // A refused request may be sent again as a new one; a request without a response keeps its key.
      if (error instanceof CallError) attempt.current = undefined;
      setRefusal(failureText(error));
    }
  }

  return (
    <form
      noValidate
      onSubmit={(e) => void fields.handleSubmit(issue)(e)}
      className="grid gap-4 rounded-md border border-line bg-panel p-4 sm:p-5"
    >
      <h2 className="display text-display-sm">Issue comps</h2>
      {refusal && <Callout tone="bad" title={refusal} />}
      {!events && <ReadFailure label="Events" query={eventsRead} />}
      {eventId > 0 && !eventRead.data && <ReadFailure label="Ticket types" query={eventRead} />}
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[3fr_3fr_6rem]">
        <Field label="Event" error={errors.eventId?.message} required>
          <Select {...fields.register("eventId", { onChange: () => fields.setValue("ticketTypeId", "") })}>
            <option value="">Choose an event</option>
            {events?.items
              .filter((each) => !each.isOver)
              .map((each) => (
                <option key={each.id} value={each.id}>
                  {`${formatDay(each.startsAt, each.timeZone)} · ${each.title}`}
                </option>
              ))}
          </Select>
        </Field>
        <Field label="Ticket type" error={errors.ticketTypeId?.message} required>
          <Select {...fields.register("ticketTypeId")} disabled={!eventRead.data}>
            <option value="">{eventRead.isFetching ? "Loading…" : "Choose a type"}</option>
            {eventRead.data?.types.map((type) => (
              <option key={type.id} value={type.id} disabled={type.available === 0}>
                {`${type.name} · ${type.available === 0 ? "none left" : `${type.available} left`}${type.ticketsPerUnit > 1 ? ` · admits ${type.ticketsPerUnit}` : ""}`}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Quantity" error={errors.quantity?.message} required>
          <Input
            {...fields.register("quantity")}
            type="number"
            min={1}
            max={10}
            inputMode="numeric"
            className="tabular-nums"
          />
        </Field>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Guest" error={errors.name?.message} required>
          <Input {...fields.register("name")} autoComplete="off" maxLength={120} />
        </Field>
        <Field label="Email" error={errors.email?.message} required>
          <Input
            {...fields.register("email")}
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
          />
        </Field>
        <Field label="Reason" error={errors.reason?.message} required className="sm:max-lg:col-span-2">
          <Input {...fields.register("reason")} autoComplete="off" maxLength={200} placeholder="Plays the second set" />
        </Field>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          These count toward the event&apos;s capacity. We email the guest and record it in the activity log.
        </p>
        <Button type="submit" loading={isSubmitting}>
          Issue tickets
        </Button>
      </div>
    </form>
  );
}
