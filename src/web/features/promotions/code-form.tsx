import { useQuery } from "@tanstack/react-query";
import { type PromoCode, PromoCodeDraft } from "#contract/promo-codes.ts";
import { adminEventQuery } from "#web/features/box-office/queries.ts";
import { ReadFailure } from "#web/features/admin/read-failure.tsx";
import { SavedMeanwhile } from "#web/features/admin/edit-conflict/saved-meanwhile.tsx";
import { useVersionedForm, type VersionedForm } from "#web/features/admin/edit-conflict/use-versioned-form.ts";
import type { ListReply } from "#web/features/admin/table/list-query.ts";
import { callJson } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input, MoneyInput } from "#web/ui/input.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { codeLabels, codeMessages, codePaths, draftOf, fieldsOf, type CodeFields } from "./code-fields.ts";
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
  const timeZone = code?.event?.timeZone ?? ownZone;
  const path = "/api/admin/promo-codes";
  const form = useVersionedForm({
    schema: PromoCodeDraft,
    bodyOf: draftOf,
    defaults: fieldsOf(code, eventId),
    messages: codeMessages,
    fields: codePaths,
    version: code?.version,
    readLatest: async () => {
      const { items } = await callJson<ListReply<PromoCode>>("GET", withQuery(path, { id: code!.id }));
      return items[0] && { values: fieldsOf(items[0], eventId), version: items[0].version };
    },
    deleted: "Someone deleted this code.",
    submit: async (body, version) => {
      const saved = await (code
        ? write<PromoCode>("PUT", `${path}/${code.id}`, { ...body, version })
        : write<PromoCode>("POST", path, body));
      toast({ title: code ? `${saved.code} saved` : `${saved.code} created`, tone: "good" });
      onSaved();
    },
  });

  return (
    <form {...form.props} className="grid gap-5">
      {form.failure && <Callout tone="bad" title={form.failure} />}
      {form.theirEdits && <SavedMeanwhile theirEdits={form.theirEdits} labels={codeLabels} timeZone={timeZone} />}
      <CodeAndNote form={form} />
      <TakesOff form={form} />
      <Scope form={form} code={code} />
      <Limits form={form} timeZone={timeZone} />
      <Button type="submit" loading={form.isBusy} className="w-full">
        {code ? "Save changes" : "Create"}
      </Button>
    </form>
  );
}

type PartProps = { form: VersionedForm<CodeFields> };

function CodeAndNote({ form }: PartProps) {
  return (
    <>
      <Field label="Code" hint="Not case-sensitive." {...form.field("code")} required>
        <Input
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono uppercase placeholder:normal-case"
          placeholder="SOCA10"
        />
      </Field>
      <Field label="Staff note" {...form.field("note")}>
        <Input maxLength={200} autoComplete="off" placeholder="Street team cards" />
      </Field>
    </>
  );
}

function TakesOff({ form }: PartProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7.5rem] items-start gap-3">
      <Field label="Discount" {...form.field("kind")}>
        <Select>
          <option value="percent">Percent</option>
          <option value="per_unit">Amount per ticket</option>
          <option value="per_order">Amount per order</option>
        </Select>
      </Field>
      {form.values.kind === "percent" ? (
        <Field label="Percent" {...form.field("percent")} required>
          <Input inputMode="numeric" maxLength={3} className="tabular-nums" />
        </Field>
      ) : (
        <Field label="Amount" {...form.field("amount")} required>
          <MoneyInput maxLength={11} placeholder="5.00" />
        </Field>
      )}
    </div>
  );
}

function Scope({ form, code }: PartProps & { code: PromoCode | undefined }) {
  const chosen = form.bind("eventId");
  const eventId = Number(chosen.value);
  const eventRead = useQuery({ ...adminEventQuery(eventId), enabled: eventId > 0, placeholderData: undefined });
  return (
    <>
      <Field label="Event" error={form.error("eventId")}>
        <EventSelect
          value={chosen.value}
          chosen={code?.event && code.event.id === eventId ? code.event : eventRead.data}
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

function Limits({ form, timeZone }: PartProps & { timeZone: string }) {
  const instant = (name: "startsAt" | "endsAt", label: string) => (
    <Field label={label} error={form.error(name)}>
      <ZonedTimeInput timeZone={timeZone} canBeEmpty {...form.bind(name)} />
    </Field>
  );
  const limit = (name: "totalLimit" | "personLimit" | "unitLimit", label: string, hint: string) => (
    <Field label={label} hint={hint} {...form.field(name)}>
      <Input inputMode="numeric" maxLength={6} placeholder="No limit" className="tabular-nums" />
    </Field>
  );
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-4 xs:grid-cols-2">
        {limit("totalLimit", "Total uses", "Includes orders on hold.")}
        {limit("personLimit", "Uses per person", "Counted by account and email.")}
        {limit("unitLimit", "Tickets per order", "Most expensive first.")}
        <Field label="Minimum order" hint="Before the discount." {...form.field("minimum")}>
          <MoneyInput maxLength={11} placeholder="No minimum" />
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
