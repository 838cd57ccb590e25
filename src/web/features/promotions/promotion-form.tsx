import { eventOptions, eventChoicesQuery } from "#web/features/events/admin-events.ts";
import { Failure } from "#web/admin-kit/read-failure.tsx";
import { SelectField, Options, TextField, type FieldProps, Select, MoneyField, FieldPair } from "#web/ui/field.tsx";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import {
  SavedMeanwhile,
  useVersionedForm,
  type VersionedForm,
  type VersionedFormOptions,
} from "#web/admin-kit/edit-conflict/versioned-form.tsx";
import { useBrandZone } from "#web/lib/site.ts";
import { type AdminWrite, useAdminWrite, showSuccess } from "#web/admin-kit/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import type { Promotion } from "./labels.ts";
import type { PromotionFormProps } from "./promotion-list.tsx";
import { writeAmount, centsOf } from "#web/lib/amounts.ts";

export const wholeMessage = "Enter a whole number or leave blank";
export const percentMessage = "Enter 1 to 100";
export const amountMessage = "Enter an amount, like 12.50";

/** A number as people type it; empty for none. */
export const textOf = (value: number | null | undefined) => String(value ?? "");

type Typed = { percent: string; amount: string };
type Amount = { kind: string; percent?: number; amountCents?: number };

/** The percentage or amount of a discount or commission, as people type it. */
export const typedOf = (amount: Amount | undefined): Typed => ({
  percent: textOf(amount?.percent ?? 10),
  amount: writeAmount(amount?.amountCents),
});

/** The same in the API's shape. */
export function amountOf(kind: string, { percent, amount }: Typed): Amount {
  if (kind === "none") return { kind };
  return kind === "percent" ? { kind, percent: Number(percent) } : { kind, amountCents: centsOf(amount) };
}

/** A field's label, registration and error. */
type OwnField = Pick<FieldProps, "label" | "input" | "error">;

/** The form of a code or promoter. */
export function PromotionForm<Row extends Promotion, Values extends FieldValues, Body extends object>({
  kind: { noun, nameOf },
  row,
  eventId,
  onSaved,
  created,
  fieldsOf,
  labels,
  renderFields,
  read,
  save,
  ...parts
}: PromotionFormProps<Row> &
  Pick<VersionedFormOptions<Values, Body, Row | undefined>, "schema" | "bodyOf" | "messages" | "fields"> & {
    /** Reads one by id. */
    read: (id: number) => Promise<Row | undefined>;
    /** Changes what it started from, or creates a new one. */
    save: (write: AdminWrite, body: Body, from: { id: number; version: number } | undefined) => Promise<Row>;
    /** What a toast says about a new one. */
    created: string;
    fieldsOf: (row: Row | undefined, eventId: number | undefined) => Values;
    labels: Record<keyof Values, string>;
    renderFields: (
      form: VersionedForm<Values>,
      field: (name: FieldPath<Values>) => OwnField,
      timeZone: string,
    ) => ReactNode;
  }) {
  const write = useAdminWrite();
  const brandZone = useBrandZone();
  const timeZone = row?.event?.timeZone ?? brandZone;
  const form = useVersionedForm({
    ...parts,
    defaults: fieldsOf(row, eventId),
    subject: row,
    readLatest: async () => {
      const latest = await read(row!.id);
      return latest && { values: fieldsOf(latest, eventId), version: latest.version };
    },
    deleted: `Someone deleted this ${noun}.`,
    submit: async (body, current) => {
      const saved = await save(write, body, current);
      showSuccess(`${nameOf(saved)} ${row ? "saved" : created}`);
      onSaved();
    },
  });

  return (
    <form {...form.props} className="grid gap-5">
      <Failure text={form.failure} />
      <SavedMeanwhile form={form} labels={labels} timeZone={timeZone} />
      {renderFields(form, (name) => ({ label: labels[name], ...form.field(name) }), timeZone)}
      <Button type="submit" loading={form.isBusy} className="w-full">
        {row ? "Save changes" : "Create"}
      </Button>
    </form>
  );
}

/** A whole number that limits something, or nothing. */
export function LimitField({ hint, ...field }: OwnField & { hint: string }) {
  return (
    <TextField
      hint={hint}
      {...field}
      inputMode="numeric"
      maxLength={6}
      placeholder="No limit"
      inputClass="tabular-nums"
    />
  );
}

type AmountFieldsProps = {
  /** The field that chooses the kind, its choices and the one that is chosen. */
  choice: OwnField & { hint?: string };
  choices: Record<string, string>;
  chosen: string;
  field: (name: "percent" | "amount") => OwnField;
  /** An amount. */
  placeholder: string;
};

/** A discount or commission: its kind, and the percentage or amount. */
export function AmountFields({ choice, choices, chosen, field, placeholder }: AmountFieldsProps) {
  return (
    <FieldPair>
      <SelectField {...choice} options={Object.entries(choices)} />
      {chosen === "percent" ? (
        <TextField {...field("percent")} required inputMode="numeric" maxLength={3} inputClass="tabular-nums" />
      ) : (
        chosen !== "none" && <MoneyField {...field("amount")} required maxLength={11} placeholder={placeholder} />
      )}
    </FieldPair>
  );
}

type EventSelectProps = {
  /** An event's id; empty for all events. */
  value: string;
  onChange: (value: string) => void;
  /** The selected event, which may be past. */
  chosen?: { id: number; title: string } | undefined;
};

/** All events, or one upcoming event. Events load after the form, so the form holds the value, not the element. */
export function EventSelect({ value, onChange, chosen }: EventSelectProps) {
  const { data, error, refetch } = useQuery(eventChoicesQuery());
  const events = (data?.items ?? []).filter((event) => !event.isOver);
  const isListed = events.some(({ id }) => id === chosen?.id);
  return (
    <Select value={value} onChange={(e) => onChange(e.target.value)} onFocus={() => void (error && refetch())}>
      <option value="">All events</option>
      {chosen && !isListed && <option value={chosen.id}>{chosen.title}</option>}
      {!data && <option disabled>{error ? "Events didn't load" : "Loading events…"}</option>}
      <Options of={eventOptions(events)} />
    </Select>
  );
}
