import { Callout } from "#web/ui/callout.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { useQuery } from "@tanstack/react-query";
import type { FieldPath, FieldValues } from "react-hook-form";
import type { AffectedBuyers } from "#contract/attendee-updates.ts";
import { CallThem } from "./call-them.tsx";
import type { EditedEvent } from "#contract/events/editing.ts";
import { failureText, showSuccess } from "#web/admin-kit/use-admin-write.ts";
import { formatCount, counted } from "#web/admin-kit/figures.tsx";
import { callApi } from "#web/lib/api.ts";
import { formatMoney } from "#web/lib/money.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { Field, Textarea } from "#web/ui/field.tsx";
import { useZodForm, type ZodForm } from "#web/ui/use-zod-form.ts";
import { useEventEditor } from "../form/form-context.tsx";
import { affectedBuyersQuery } from "../queries.ts";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { Choice } from "../choice.tsx";
import { TimesFields } from "../form/when-and-where.tsx";
import type { Times } from "../form/times.ts";

const weekMs = 7 * 24 * 60 * 60 * 1000;
/** A week is enough time to decide; never past the original start. */
const weekFrom = (startsAt: string) => {
  const week = Date.now() + weekMs;
  const start = Date.parse(startsAt);
  return new Date(start > Date.now() ? Math.min(week, start) : week).toISOString();
};

type PostponeFields = { newDate: "known" | "open"; times: Times; note: string; refundsUntil: string | null };

/** Postpones an event, with or without a new date. Tickets stay valid either way. */
export function PostponeDialog({ onClose }: { onClose: () => void }) {
  const { startsAt, doorsAt, endsAt, timeZone, status } = useEventEditor().event;
  const isOff = status === "postponed";
  const { event, form, note, hasNote } = useChangeForm<PostponeFields>({
    defaults: { newDate: "known", times: { startsAt, doorsAt, endsAt, timeZone }, note: "", refundsUntil: null },
    send: (params, body, { newDate, times: { timeZone: _, ...newTimes }, refundsUntil }) =>
      callApi("POST /api/admin/events/{id}/postpone", {
        params,
        body: {
          ...body,
          ...(newDate === "known" ? { newTimes } : {}),
          ...(refundsUntil ? { refundsUntil } : {}),
        },
      }),
    done: "Event updated. We're emailing ticket holders.",
    onDone: onClose,
  });
  const { newDate, times, refundsUntil } = form.values;
  const hasDate = newDate === "known";
  const setUntil = form.bind("refundsUntil").onChange;
  const isNew = times.startsAt !== startsAt && times.endsAt > times.startsAt;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={isOff ? "Reschedule" : "Postpone or reschedule"}
      description="Tickets stay valid. Each ticket holder gets one email."
      action={hasDate ? "Reschedule" : "Postpone"}
      disabled={!hasNote || (hasDate && !isNew)}
    >
      <AffectedBuyersSummary id={event.id} />
      {!isOff && (
        <Choice
          legend="New date"
          {...form.bind("newDate")}
          choices={[
            { value: "known", label: "Set a new date", hint: "Sales continue" },
            { value: "open", label: "Decide later", hint: "Sales pause until you set a date" },
          ]}
        />
      )}
      {hasDate && <TimesFields withZone={false} {...form.bind("times")} />}
      {note}
      <div className="grid gap-3">
        <Checkbox
          label="Let ticket holders get a refund instead"
          checked={refundsUntil !== null}
          onChange={(e) => setUntil(e.target.checked ? weekFrom(startsAt) : null)}
        />
        {refundsUntil !== null && (
          <Field label="Until" hint="Until then, they can get a refund themselves, fees included. The email says so.">
            <ZonedTimeInput value={refundsUntil} timeZone={timeZone} onChange={(until) => until && setUntil(until)} />
          </Field>
        )}
      </div>
    </FormDialog>
  );
}

/** Cancels an event: shows the affected buyers, asks for a message, and needs a confirmation checkbox. */
export function CancelDialog({ onClose }: { onClose: () => void }) {
  const { event, form, note, hasNote } = useChangeForm({
    defaults: { note: "", isSure: false },
    send: (params, body) => callApi("POST /api/admin/events/{id}/cancel", { params, body }),
    done: "Event canceled. We're emailing ticket holders.",
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Cancel event"
      description={`Sales for ${event.title} stop right away, and its tickets become void. You can't undo this.`}
      action="Cancel event"
      danger
      disabled={!form.values.isSure || !hasNote}
      cancel="Keep event"
    >
      <AffectedBuyersSummary id={event.id} />
      <Callout tone="soon" title="Refunds come next">
        Once the event is canceled, you can start refunds on this tab and review the total before anything is sent.
        Payments in progress are refunded automatically.
      </Callout>
      {note}
      <Checkbox label="Permanently cancel this event" {...form.register("isSure")} />
    </FormDialog>
  );
}

type ChangeFormOptions<Values> = {
  defaults: Values;
  send: (params: { id: number }, body: { version: number; note: string }, values: Values) => Promise<EditedEvent>;
  done: string;
  onDone: () => void;
};

/** A form for a change that ticket holders hear about; saves unsaved changes first. */
function useChangeForm<Values extends FieldValues & { note: string }>({
  defaults,
  send,
  done,
  onDone,
}: ChangeFormOptions<Values>) {
  const { event, save, adopt } = useEventEditor();
  const params = { id: event.id };
  const form: ZodForm<Values> = useZodForm<Values>({
    defaults,
    failureText,
    submit: async (values) => {
      if (!(await save())) return form.setError("root", { message: "Save your other changes first." });
      const { version } = await callApi("GET /api/admin/events/{id}", { params });
      adopt(await send(params, { version, note: values.note.trim() }, values));
      showSuccess(done);
      onDone();
    },
  });
  const note = (
    <Field
      label="Message to ticket holders"
      hint="Included in the email and on the event page."
      required
      {...form.field("note" as FieldPath<Values>)}
    >
      <Textarea rows={3} maxLength={600} oneLine />
    </Field>
  );
  return { event, form, note, hasNote: form.values.note.trim().length >= 3 };
}

/** The buyers that a change affects and what they paid, before anything happens. */
function AffectedBuyersSummary({ id }: { id: number }) {
  return (
    <Loaded query={useQuery(affectedBuyersQuery(id))} className="h-32">
      {(data) => <AffectedBuyersList data={data} />}
    </Loaded>
  );
}

function AffectedBuyersList({ data }: { data: AffectedBuyers }) {
  if (data.orders === 0 && data.openOrders === 0) return <p>No one has tickets, so there's nobody to notify.</p>;
  const paid = data.paid.map(({ cents, currency }) => formatMoney(cents, currency)).join(" + ");
  return (
    <div className="grid gap-3">
      <DataList
        items={[
          { term: "People we'll email", detail: formatCount(data.people) },
          ...(data.withoutEmail.count > 0
            ? [{ term: "People without an email", detail: formatCount(data.withoutEmail.count) }]
            : []),
          { term: "Orders", detail: formatCount(data.orders) },
          { term: "Tickets", detail: formatCount(data.tickets) },
          { term: "Total paid", detail: paid || "None", strong: true },
        ]}
      />
      <CallThem people={data.withoutEmail} />
      {data.openOrders > 0 && (
        <p className="text-sm text-muted">{counted(data.openOrders, "order is", "orders are")} being paid right now.</p>
      )}
    </div>
  );
}
