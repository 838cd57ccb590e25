import { type Promoter, PromoterDraft } from "#contract/promoters.ts";
import { SavedMeanwhile } from "#web/features/admin/edit-conflict/saved-meanwhile.tsx";
import { useVersionedForm } from "#web/features/admin/edit-conflict/use-versioned-form.ts";
import type { ListReply } from "#web/features/admin/table/list-query.ts";
import { callJson } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input, MoneyInput } from "#web/ui/input.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import { EventSelect } from "./event-select.tsx";
import { draftOf, fieldsOf, promoterLabels, promoterMessages, promoterPaths } from "./promoter-fields.ts";
import { usePromotionWrite } from "./use-promotion-write.ts";

export type PromoterFormProps = {
  promoter: Promoter | undefined;
  eventId: number | undefined;
  onSaved: (promoter: Promoter) => void;
};

/** A promoter's name, link, allocation and commission. */
export function PromoterForm({ promoter, eventId, onSaved }: PromoterFormProps) {
  const write = usePromotionWrite();
  const path = "/api/admin/promoters";
  const form = useVersionedForm({
    schema: PromoterDraft,
    bodyOf: draftOf,
    defaults: fieldsOf(promoter, eventId),
    messages: promoterMessages,
    fields: promoterPaths,
    version: promoter?.version,
    readLatest: async () => {
      const { items } = await callJson<ListReply<Promoter>>("GET", withQuery(path, { id: promoter!.id }));
      return items[0] && { values: fieldsOf(items[0], eventId), version: items[0].version };
    },
    deleted: "Someone deleted this promoter.",
    submit: async (body, version) => {
      const saved = await (promoter
        ? write<Promoter>("PUT", `${path}/${promoter.id}`, { ...body, version })
        : write<Promoter>("POST", path, body));
      toast({ title: promoter ? `${saved.name} saved` : `${saved.name} added`, tone: "good" });
      onSaved(saved);
    },
  });
  const { commission } = form.values;

  return (
    <form {...form.props} className="grid gap-5">
      {form.failure && <Callout tone="bad" title={form.failure} />}
      {form.theirEdits && <SavedMeanwhile theirEdits={form.theirEdits} labels={promoterLabels} />}
      <div className="grid grid-cols-1 items-start gap-4 xs:grid-cols-[minmax(0,1fr)_9.5rem]">
        <Field label="Name" {...form.field("name")} required>
          <Input maxLength={120} autoComplete="off" />
        </Field>
        <Field label="Type" {...form.field("kind")}>
          <Select>
            <option value="person">Person</option>
            <option value="committee">Committee</option>
          </Select>
        </Field>
      </div>
      <Field label="Link code" hint="Comes after ?via= in every link they share." {...form.field("linkCode")} required>
        <Input maxLength={40} autoComplete="off" autoCapitalize="none" spellCheck={false} className="font-mono" />
      </Field>
      <Field label="Event" error={form.error("eventId")}>
        <EventSelect chosen={promoter?.event ?? undefined} {...form.bind("eventId")} />
      </Field>
      <Field
        label="Allocation"
        hint="Tickets credited to this link. Later sales aren't credited to this promoter."
        {...form.field("allocation")}
      >
        <Input inputMode="numeric" maxLength={6} placeholder="No limit" className="tabular-nums" />
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)_7.5rem] items-start gap-3">
        <Field label="Commission" hint="For reporting only, not a payout." {...form.field("commission")}>
          <Select>
            <option value="percent">Percent of sales</option>
            <option value="per_ticket">Amount per ticket</option>
            <option value="none">None</option>
          </Select>
        </Field>
        {commission === "percent" && (
          <Field label="Percent" {...form.field("percent")} required>
            <Input inputMode="numeric" maxLength={3} className="tabular-nums" />
          </Field>
        )}
        {commission === "per_ticket" && (
          <Field label="Amount" {...form.field("amount")} required>
            <MoneyInput maxLength={11} placeholder="4.00" />
          </Field>
        )}
      </div>
      <Button type="submit" loading={form.isBusy} className="w-full">
        {promoter ? "Save changes" : "Create"}
      </Button>
    </form>
  );
}
