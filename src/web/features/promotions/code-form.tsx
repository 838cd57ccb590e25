import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, FormProvider, useForm, useFormContext, useWatch } from "react-hook-form";
import type { PromoCode } from "#contract/promo-codes.ts";
import { adminEventQuery } from "#web/features/box-office/queries.ts";
import { ReadFailure } from "#web/features/admin/read-failure.tsx";
import { SavedMeanwhile } from "#web/features/admin/edit-conflict/saved-meanwhile.tsx";
import { useEditConflict } from "#web/features/admin/edit-conflict/use-edit-conflict.ts";
import type { ListReply } from "#web/features/admin/table/list-query.ts";
import { callJson } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { MoneyInput } from "#web/ui/money-input.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { codeFieldNames, codeForm, codeLabels, draftOf, fieldsOf, type CodeFields } from "./code-fields.ts";
import { placeRefusal } from "./form-values.ts";
import { EventSelect } from "./event-select.tsx";
import { usePromotionWrite } from "./use-promotion-write.ts";

export type CodeFormProps = {
  code: PromoCode | undefined;
  eventId: number | undefined;
  /** The time zone to use when the code has no event. */
  ownZone: string;
  onSaved: () => void;
};

/** A code's discount, limits and dates. */
export function CodeForm({ code, eventId, ownZone, onSaved }: CodeFormProps) {
  const write = usePromotionWrite();
  const [refusal, setRefusal] = useState<string>();
  const timeZone = code?.event?.timeZone ?? ownZone;
  const [opened] = useState(() => fieldsOf(code, eventId));
  const conflict = useEditConflict(opened, code?.version ?? 0);
  const form = useForm<CodeFields>({
    resolver: zodResolver(codeForm),
    defaultValues: opened,
  });

  /** Someone else saved since it was opened: shows their changes before anything overwrites them. */
  async function mergeLatest(mine: CodeFields, id: number) {
    const { items } = await callJson<ListReply<PromoCode>>("GET", withQuery("/api/admin/promo-codes", { id }));
    const latest = items[0];
    if (latest === undefined) return setRefusal("Someone deleted this code.");
    form.reset(conflict.mergeLatest(mine, fieldsOf(latest, eventId), latest.version));
  }

  async function save(fields: CodeFields) {
    setRefusal(undefined);
    try {
      const path = "/api/admin/promo-codes";
      const body = draftOf(fields);
      const saved = await (code
        ? write<PromoCode>("PUT", `${path}/${code.id}`, { ...body, version: conflict.version })
        : write<PromoCode>("POST", path, body));
      toast({ title: code ? `${saved.code} saved` : `${saved.code} created`, tone: "good" });
      onSaved();
    } catch (error) {
      if (code && conflict.isEditConflict(error)) return mergeLatest(fields, code.id);
      setRefusal(placeRefusal(error, codeFieldNames, form.setError));
    }
  }

  return (
    <FormProvider {...form}>
      <form noValidate className="grid gap-5" onSubmit={(e) => void form.handleSubmit(save)(e)}>
        {refusal && <Callout tone="bad" title={refusal} />}
        {conflict.theirEdits && (
          <SavedMeanwhile theirEdits={conflict.theirEdits} labels={codeLabels} timeZone={timeZone} />
        )}
        <CodeAndNote />
        <TakesOff />
        <Scope code={code} />
        <Limits timeZone={timeZone} />
        <Button type="submit" loading={form.formState.isSubmitting} className="w-full">
          {code ? "Save changes" : "Create"}
        </Button>
      </form>
    </FormProvider>
  );
}

function CodeAndNote() {
  const { register, formState } = useFormContext<CodeFields>();
  const { errors } = formState;
  return (
    <>
      <Field label="Code" hint="Not case-sensitive." error={errors.code?.message} required>
        <Input
          {...register("code")}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono uppercase placeholder:normal-case"
          placeholder="SOCA10"
        />
      </Field>
      <Field label="Staff note" error={errors.note?.message}>
        <Input {...register("note")} maxLength={200} autoComplete="off" placeholder="Street team cards" />
      </Field>
    </>
  );
}

function TakesOff() {
  const { register, formState, control } = useFormContext<CodeFields>();
  const { errors } = formState;
  const kind = useWatch({ control, name: "kind" });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7.5rem] items-start gap-3">
      <Field label="Discount">
        <Select {...register("kind")}>
          <option value="percent">Percent</option>
          <option value="per_unit">Amount per ticket</option>
          <option value="per_order">Amount per order</option>
        </Select>
      </Field>
      {kind === "percent" ? (
        <Field label="Percent" error={errors.percent?.message} required>
          <Input {...register("percent")} inputMode="numeric" maxLength={3} className="tabular-nums" />
        </Field>
      ) : (
        <Field label="Amount" error={errors.amount?.message} required>
          <MoneyInput {...register("amount")} maxLength={11} placeholder="5.00" />
        </Field>
      )}
    </div>
  );
}

function Scope({ code }: { code: PromoCode | undefined }) {
  const { register, formState, control, setValue } = useFormContext<CodeFields>();
  const chosen = useWatch({ control, name: "eventId" });
  const eventId = Number(chosen);
  const eventRead = useQuery({ ...adminEventQuery(eventId), enabled: eventId > 0, placeholderData: undefined });
  return (
    <>
      <Field label="Event" error={formState.errors.eventId?.message}>
        <EventSelect
          value={chosen}
          chosen={code?.event && code.event.id === eventId ? code.event : eventRead.data}
          onChange={(value) => {
            setValue("eventId", value, { shouldDirty: true });
            setValue("ticketTypeIds", []);
          }}
        />
      </Field>
      {eventId > 0 && !eventRead.data && <ReadFailure label="Ticket types" query={eventRead} />}
      {eventId > 0 && eventRead.data && (
        <fieldset className="grid gap-1">
          <legend className="text-sm font-semibold">Ticket types</legend>
          <p className="text-sm text-muted">If none are selected, the code works for every type.</p>
          {eventRead.data.types.map((type) => (
            <Checkbox key={type.id} {...register("ticketTypeIds")} value={String(type.id)} label={type.name} />
          ))}
        </fieldset>
      )}
    </>
  );
}

function Limits({ timeZone }: { timeZone: string }) {
  const { register, formState, control } = useFormContext<CodeFields>();
  const { errors } = formState;
  const instant = (name: "startsAt" | "endsAt", label: string) => (
    <Field label={label} error={errors[name]?.message}>
      <Controller
        control={control}
        name={name}
        render={({ field: { value, onChange, onBlur } }) => (
          <ZonedTimeInput value={value} timeZone={timeZone} onChange={onChange} onBlur={onBlur} canBeEmpty />
        )}
      />
    </Field>
  );
  const limit = (name: "totalLimit" | "personLimit" | "unitLimit", label: string, hint: string) => (
    <Field label={label} hint={hint} error={errors[name]?.message}>
      <Input {...register(name)} inputMode="numeric" maxLength={6} placeholder="No limit" className="tabular-nums" />
    </Field>
  );
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-4 xs:grid-cols-2">
        {limit("totalLimit", "Total uses", "Includes orders on hold.")}
        {limit("personLimit", "Uses per person", "Counted by account and email.")}
        {limit("unitLimit", "Tickets per order", "Most expensive first.")}
        <Field label="Minimum order" hint="Before the discount." error={errors.minimum?.message}>
          <MoneyInput {...register("minimum")} maxLength={11} placeholder="No minimum" />
        </Field>
      </div>
      <div className="grid gap-4">
        {instant("startsAt", "Starts")}
        {instant("endsAt", "Ends")}
      </div>
      <p className="-mt-2 text-sm text-muted">Times in {timeZone.replaceAll("_", " ")}. Leave blank for no limit.</p>
    </>
  );
}
