import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { Choice } from "../choice.tsx";
import { useEventEditor } from "../form/form-context.ts";
import { TimesFields } from "../form/times-fields.tsx";
import type { Times } from "../form/times.ts";
import { AffectedBuyersSummary, useChangeForm } from "./change-form.tsx";

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
  const { event, form, note, hasNote } = useChangeForm<PostponeFields>("postpone", {
    defaults: { newDate: "known", times: { startsAt, doorsAt, endsAt, timeZone }, note: "", refundsUntil: null },
    bodyOf: ({ newDate, times: { timeZone: _, ...newTimes }, refundsUntil }) => ({
      ...(newDate === "known" ? { newTimes } : {}),
      ...(refundsUntil ? { refundsUntil } : {}),
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
      onCancel={onClose}
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
