import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { Promoter } from "#contract/promoters.ts";
import { SavedMeanwhile } from "#web/features/admin/edit-conflict/saved-meanwhile.tsx";
import { useEditConflict } from "#web/features/admin/edit-conflict/use-edit-conflict.ts";
import type { ListReply } from "#web/features/admin/table/list-query.ts";
import { callJson } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { MoneyInput } from "#web/ui/money-input.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import { placeRefusal } from "./form-values.ts";
import { EventSelect } from "./event-select.tsx";
import {
  draftOf,
  fieldsOf,
  promoterFieldNames,
  promoterForm,
  promoterLabels,
  type PromoterFields,
} from "./promoter-fields.ts";
import { usePromotionWrite } from "./use-promotion-write.ts";

export type PromoterFormProps = {
  promoter: Promoter | undefined;
  eventId: number | undefined;
  onSaved: (promoter: Promoter) => void;
};

/** A promoter's name, link, allocation and commission. */
export function PromoterForm({ promoter, eventId, onSaved }: PromoterFormProps) {
  const write = usePromotionWrite();
  const [refusal, setRefusal] = useState<string>();
  const [opened] = useState(() => fieldsOf(promoter, eventId));
  const conflict = useEditConflict(opened, promoter?.version ?? 0);
  const form = useForm<PromoterFields>({
    resolver: zodResolver(promoterForm),
    defaultValues: opened,
  });
  const { register, control, setValue } = form;
  const { errors, isSubmitting } = form.formState;
  const [commission, chosenEventId] = useWatch({ control, name: ["commission", "eventId"] });

  /** Someone else saved since it was opened: shows their changes before anything overwrites them. */
  async function mergeLatest(mine: PromoterFields, id: number) {
    const { items } = await callJson<ListReply<Promoter>>("GET", withQuery("/api/admin/promoters", { id }));
    const latest = items[0];
    if (latest === undefined) return setRefusal("Someone deleted this promoter.");
    form.reset(conflict.mergeLatest(mine, fieldsOf(latest, eventId), latest.version));
  }

  async function save(fields: PromoterFields) {
    setRefusal(undefined);
    try {
      const path = "/api/admin/promoters";
      const saved = await (promoter
        ? write<Promoter>("PUT", `${path}/${promoter.id}`, { ...draftOf(fields), version: conflict.version })
        : write<Promoter>("POST", path, draftOf(fields)));
      toast({ title: promoter ? `${saved.name} saved` : `${saved.name} added`, tone: "good" });
      onSaved(saved);
    } catch (error) {
      if (promoter && conflict.isEditConflict(error)) return mergeLatest(fields, promoter.id);
      setRefusal(placeRefusal(error, promoterFieldNames, form.setError));
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(e) => void form.handleSubmit(save)(e)}>
      {refusal && <Callout tone="bad" title={refusal} />}
      {conflict.theirEdits && <SavedMeanwhile theirEdits={conflict.theirEdits} labels={promoterLabels} />}
      <div className="grid grid-cols-1 items-start gap-4 xs:grid-cols-[minmax(0,1fr)_9.5rem]">
        <Field label="Name" error={errors.name?.message} required>
          <Input {...register("name")} maxLength={120} autoComplete="off" />
        </Field>
        <Field label="Type">
          <Select {...register("kind")}>
            <option value="person">Person</option>
            <option value="committee">Committee</option>
          </Select>
        </Field>
      </div>
      <Field
        label="Link code"
        hint="Comes after ?via= in every link they share."
        error={errors.linkCode?.message}
        required
      >
        <Input
          {...register("linkCode")}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      <Field label="Event" error={errors.eventId?.message}>
        <EventSelect
          value={chosenEventId}
          chosen={promoter?.event ?? undefined}
          onChange={(value) => setValue("eventId", value, { shouldDirty: true })}
        />
      </Field>
      <Field
        label="Allocation"
        hint="Tickets credited to this link. Later sales aren't credited to this promoter."
        error={errors.allocation?.message}
      >
        <Input
          {...register("allocation")}
          inputMode="numeric"
          maxLength={6}
          placeholder="No limit"
          className="tabular-nums"
        />
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)_7.5rem] items-start gap-3">
        <Field label="Commission" hint="For reporting only, not a payout.">
          <Select {...register("commission")}>
            <option value="percent">Percent of sales</option>
            <option value="per_ticket">Amount per ticket</option>
            <option value="none">None</option>
          </Select>
        </Field>
        {commission === "percent" && (
          <Field label="Percent" error={errors.percent?.message} required>
            <Input {...register("percent")} inputMode="numeric" maxLength={3} className="tabular-nums" />
          </Field>
        )}
        {commission === "per_ticket" && (
          <Field label="Amount" error={errors.amount?.message} required>
            <MoneyInput {...register("amount")} maxLength={11} placeholder="4.00" />
          </Field>
        )}
      </div>
      <Button type="submit" loading={isSubmitting} className="w-full">
        {promoter ? "Save changes" : "Create"}
      </Button>
    </form>
  );
}
