import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { Promoter } from "#contract/promoters.ts";
import { SavedMeanwhile } from "#web/features/desk/meeting/saved-meanwhile.tsx";
import { useMeeting } from "#web/features/desk/meeting/use-meeting.ts";
import type { ListReply } from "#web/features/desk/table/list-query.ts";
import { callJson } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { MoneyInput } from "#web/ui/money-input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import { placeRefusal } from "./form-values.ts";
import { NightSelect } from "./night-select.tsx";
import {
  draftOf,
  fieldsOf,
  promoterFieldNames,
  promoterForm,
  promoterWords,
  type PromoterFields,
} from "./promoter-fields.ts";
import { usePromotionWrite } from "./use-promotion-write.ts";

export type PromoterFormProps = {
  promoter: Promoter | undefined;
  eventId: number | undefined;
  onSaved: (promoter: Promoter) => void;
};

/** Who sells, by which link, how much, and what they earn. */
export function PromoterForm({ promoter, eventId, onSaved }: PromoterFormProps) {
  const write = usePromotionWrite();
  const [refusal, setRefusal] = useState<string>();
  const [opened] = useState(() => fieldsOf(promoter, eventId));
  const meeting = useMeeting(opened, promoter?.version ?? 0);
  const form = useForm<PromoterFields>({
    resolver: zodResolver(promoterForm),
    defaultValues: opened,
  });
  const { register, control, setValue } = form;
  const { errors, isSubmitting } = form.formState;
  const [commission, night] = useWatch({ control, name: ["commission", "eventId"] });

  /** Somebody else saved it since it was opened: nothing of theirs is written over unseen. */
  async function meet(mine: PromoterFields, id: number) {
    const { items } = await callJson<ListReply<Promoter>>("GET", withQuery("/api/admin/promoters", { id }));
    const latest = items[0];
    if (latest === undefined) return setRefusal("Somebody deleted it meanwhile.");
    form.reset(meeting.meet(mine, fieldsOf(latest, eventId), latest.version));
  }

  async function save(fields: PromoterFields) {
    setRefusal(undefined);
    try {
      const path = "/api/admin/promoters";
      const saved = await (promoter
        ? write<Promoter>("PUT", `${path}/${promoter.id}`, { ...draftOf(fields), version: meeting.version })
        : write<Promoter>("POST", path, draftOf(fields)));
      toast({ title: promoter ? `${saved.name} is changed` : `${saved.name} has a link`, tone: "good" });
      onSaved(saved);
    } catch (error) {
      if (promoter && meeting.isMet(error)) return meet(fields, promoter.id);
      setRefusal(placeRefusal(error, promoterFieldNames, form.setError));
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void form.handleSubmit(save)(event)}>
      {refusal && <Notice tone="bad" title={refusal} />}
      {meeting.met && <SavedMeanwhile met={meeting.met} words={promoterWords} />}
      <div className="grid grid-cols-1 items-start gap-4 xs:grid-cols-[minmax(0,1fr)_9.5rem]">
        <Field label="Name" error={errors.name?.message} required>
          <Input {...register("name")} maxLength={120} autoComplete="off" />
        </Field>
        <Field label="Kind">
          <Select {...register("kind")}>
            <option value="person">Person</option>
            <option value="committee">Committee</option>
          </Select>
        </Field>
      </div>
      <Field
        label="Word in the link"
        hint="Stands behind ?via= in every address they share."
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
      <Field label="Night" error={errors.eventId?.message}>
        <NightSelect
          value={night}
          chosen={promoter?.event ?? undefined}
          onChange={(value) => setValue("eventId", value, { shouldDirty: true })}
        />
      </Field>
      <Field
        label="Allocation"
        hint="Tickets that count for the link. Once they are gone, sales go on as the house's own."
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
        <Field label="Commission" hint="A figure in the report, not a payout.">
          <Select {...register("commission")}>
            <option value="percent">Percent of what is paid</option>
            <option value="per_ticket">Amount, each ticket</option>
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
        {promoter ? "Save changes" : "Give them a link"}
      </Button>
    </form>
  );
}
