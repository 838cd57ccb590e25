import { adminEventQuery } from "#web/features/events/admin-events.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PromoCode } from "#contract/promotions/promo-codes.ts";
import type { VersionedForm } from "#web/admin-kit/edit-conflict/versioned-form.tsx";
import { TextField, Field, type FieldProps, MoneyField } from "#web/ui/field.tsx";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { centsOf, wholeOf, writeAmount } from "#web/lib/amounts.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import {
  AmountFields,
  amountMessage,
  amountOf,
  EventSelect,
  LimitField,
  percentMessage,
  textOf,
  typedOf,
  wholeMessage,
} from "./promotion-form.tsx";

/** A code's form: text as typed, and UTC instants. */
export type CodeFields = ReturnType<typeof fieldsOf>;

/** The fields that have another name in the API. */
export const codePaths = {
  "discount.percent": "percent",
  "discount.amountCents": "amount",
  minimumCents: "minimum",
} as const;

const upTo1000 = "Enter a whole number up to 1,000, or leave blank";
export const codeMessages = {
  note: "Use at most 200 characters",
  "discount.percent": percentMessage,
  "discount.amountCents": amountMessage,
  totalLimit: wholeMessage,
  personLimit: upTo1000,
  unitLimit: upTo1000,
  minimumCents: amountMessage,
};

/** The fields' names. */
export const codeLabels: Record<keyof CodeFields, string> = {
  code: "Code",
  note: "Staff note",
  eventId: "Event",
  ticketTypeIds: "Ticket types",
  kind: "Discount",
  percent: "Percent",
  amount: "Amount",
  startsAt: "Starts",
  endsAt: "Ends",
  totalLimit: "Total uses",
  personLimit: "Uses per person",
  unitLimit: "Tickets per order",
  minimum: "Minimum order",
};

/** The form of a code, or an empty one, for the event where it is created. */
export const fieldsOf = (code: PromoCode | undefined, eventId: number | undefined) => ({
  code: code?.code ?? "",
  note: code?.note ?? "",
  eventId: textOf(code ? code.event?.id : eventId),
  ticketTypeIds: code?.ticketTypes.map(({ id }) => String(id)) ?? [],
  kind: code?.discount.kind ?? "percent",
  ...typedOf(code?.discount),
  startsAt: code?.startsAt ?? null,
  endsAt: code?.endsAt ?? null,
  totalLimit: textOf(code?.totalLimit),
  personLimit: textOf(code?.personLimit),
  unitLimit: textOf(code?.unitLimit),
  minimum: writeAmount(code?.minimumCents),
});

/** The form's values in the API's shape. */
export const draftOf = ({ kind, percent, amount, minimum, ...fields }: CodeFields) => ({
  ...fields,
  eventId: wholeOf(fields.eventId),
  ticketTypeIds: fields.eventId && fields.ticketTypeIds.length > 0 ? fields.ticketTypeIds.map(Number) : undefined,
  discount: amountOf(kind, { percent, amount }),
  startsAt: fields.startsAt ?? undefined,
  endsAt: fields.endsAt ?? undefined,
  totalLimit: wholeOf(fields.totalLimit),
  personLimit: wholeOf(fields.personLimit),
  unitLimit: wholeOf(fields.unitLimit),
  minimumCents: centsOf(minimum),
});

type CodeTermsProps = {
  form: Pick<VersionedForm<CodeFields>, "values" | "bind" | "error" | "register" | "setValue">;
  field: (name: Exclude<keyof CodeFields, "ticketTypeIds">) => Pick<FieldProps, "label" | "input" | "error">;
  timeZone: string;
  event: PromoCode["event"] | undefined;
  /** Further limits. */
  children?: ReactNode;
};

/** What a code takes off, for what, within which limits and dates. */
export function CodeTerms({ form, field, timeZone: brandZone, event, children }: CodeTermsProps) {
  // The times of a code for one event are that event's, also of one that was just chosen.
  const chosenId = Number(form.values.eventId);
  const chosen = useQuery({ ...adminEventQuery(chosenId), enabled: chosenId > 0, placeholderData: undefined });
  const timeZone = (event?.id === chosenId ? event.timeZone : chosen.data?.timeZone) ?? brandZone;
  return (
    <>
      <TextField {...field("note")} maxLength={200} autoComplete="off" placeholder="Street team cards" />
      <AmountFields
        choice={field("kind")}
        choices={{ percent: "Percent", per_unit: "Amount per ticket", per_order: "Amount per order" }}
        chosen={form.values.kind}
        field={field}
        placeholder="5.00"
      />
      <Scope form={form} event={event} />
      <div className="grid grid-cols-1 items-start gap-4 xs:grid-cols-2">
        {children}
        <LimitField hint="Most expensive first." {...field("unitLimit")} />
        <MoneyField hint="Before the discount." {...field("minimum")} maxLength={11} placeholder="No minimum" />
      </div>
      <div className="grid gap-4">
        {(["startsAt", "endsAt"] as const).map((name) => (
          <Field key={name} label={codeLabels[name]} error={form.error(name)}>
            <ZonedTimeInput timeZone={timeZone} canBeEmpty {...form.bind(name)} />
          </Field>
        ))}
      </div>
      <p className="-mt-2 text-sm text-muted">
        Times in {timeZone.replaceAll("_", " ")}
        {chosenId > 0 ? ", the event's time zone" : ", the brand's time zone"}. Leave blank for no limit.
      </p>
    </>
  );
}

function Scope({ form, event }: Pick<CodeTermsProps, "form" | "event">) {
  const chosen = form.bind("eventId");
  const eventId = Number(chosen.value);
  const eventRead = useQuery({ ...adminEventQuery(eventId), enabled: eventId > 0 });
  return (
    <>
      <Field label={codeLabels.eventId} error={form.error("eventId")}>
        <EventSelect
          value={chosen.value}
          chosen={event?.id === eventId ? event : eventRead.data}
          onChange={(value) => {
            chosen.onChange(value);
            form.setValue("ticketTypeIds", []);
          }}
        />
      </Field>
      {eventId > 0 && !eventRead.data && <ReadFailure label="Ticket types" query={eventRead} />}
      {eventId > 0 && eventRead.data && (
        <fieldset className="grid gap-1">
          <legend className="text-sm font-semibold">Ticket types</legend>
          <p className="text-sm text-muted">If none are selected, the code works for every type.</p>
          {eventRead.data.types.map((type) => (
            <Checkbox key={type.id} {...form.register("ticketTypeIds")} value={String(type.id)} label={type.name} />
          ))}
        </fieldset>
      )}
    </>
  );
}
