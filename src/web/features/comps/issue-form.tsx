import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import type { Comp } from "#contract/comps.ts";
import { nightQuery, nightsQuery } from "#web/features/box-office/queries.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { ReadFailure } from "#web/features/desk/read-failure.tsx";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { formatDay } from "#web/lib/dates.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";

const form = z.object({
  eventId: z.string().check(z.minLength(1, "Choose a night")),
  ticketTypeId: z.string().check(z.minLength(1, "Choose a ticket type")),
  quantity: z.string().check(z.regex(/^([1-9]|10)$/, "1 to 10")),
  name: z.string().check(z.trim(), z.minLength(1, "Who is it for?"), z.maxLength(120, "At most 120 letters")),
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "The tickets go to this address"),
      z.email("This does not look like an e-mail address"),
    ),
  reason: z
    .string()
    .check(z.trim(), z.minLength(3, "Say why, in three letters or more"), z.maxLength(200, "At most 200 letters")),
});
type Fields = z.infer<typeof form>;

/** Gives free tickets: a night, a type, a guest and a reason. */
export function IssueForm() {
  const write = useDeskWrite();
  const fields = useForm<Fields>({
    resolver: zodResolver(form),
    defaultValues: { eventId: "", ticketTypeId: "", quantity: "1", name: "", email: "", reason: "" },
  });
  const { errors, isSubmitting } = fields.formState;
  const eventId = Number(useWatch({ control: fields.control, name: "eventId" }));
  const nightsRead = useQuery(nightsQuery());
  const nights = nightsRead.data;
  const night = useQuery({ ...nightQuery(eventId), enabled: eventId > 0, placeholderData: undefined });
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
        description: `The mail to ${comp.guest.email} is in the outbox.`,
        tone: "good",
      });
      fields.reset({ ...fields.getValues(), quantity: "1", name: "", email: "", reason: "" });
      fields.setFocus("name");
    } catch (error) {
      // Whatever was refused may be sent anew; what nobody answered keeps its number.
      if (error instanceof CallError) attempt.current = undefined;
      setRefusal(failureText(error));
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void fields.handleSubmit(issue)(event)}
      className="grid gap-4 rounded-md border border-line bg-panel p-4 sm:p-5"
    >
      <h2 className="display text-display-sm">Give tickets</h2>
      {refusal && <Notice tone="bad" title={refusal} />}
      {!nights && <ReadFailure label="The nights" query={nightsRead} />}
      {eventId > 0 && !night.data && <ReadFailure label="Its ticket types" query={night} />}
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[3fr_3fr_6rem]">
        <Field label="Night" error={errors.eventId?.message} required>
          <Select {...fields.register("eventId", { onChange: () => fields.setValue("ticketTypeId", "") })}>
            <option value="">Choose a night</option>
            {nights?.items
              .filter((each) => !each.isOver)
              .map((each) => (
                <option key={each.id} value={each.id}>
                  {`${formatDay(each.startsAt, each.timeZone)} · ${each.title}`}
                </option>
              ))}
          </Select>
        </Field>
        <Field label="Ticket type" error={errors.ticketTypeId?.message} required>
          <Select {...fields.register("ticketTypeId")} disabled={!night.data}>
            <option value="">{night.isFetching ? "Reading…" : "Choose a type"}</option>
            {night.data?.types.map((type) => (
              <option key={type.id} value={type.id} disabled={type.available === 0}>
                {`${type.name} · ${type.available === 0 ? "none left" : `${type.available} left`}${type.ticketsPerUnit > 1 ? ` · ${type.ticketsPerUnit} people each` : ""}`}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="How many" error={errors.quantity?.message} required>
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
        <Field label="E-mail" error={errors.email?.message} required>
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
          Taken out of the night&apos;s own stock, with a mail to the guest and a line in the audit log.
        </p>
        <Button type="submit" loading={isSubmitting}>
          Give tickets
        </Button>
      </div>
    </form>
  );
}
