import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { Choice } from "../choice.tsx";
import { useEventEditor } from "../form/form-context.ts";
import { TimesFields, type Times } from "../form/times-fields.tsx";
import { AffectedBuyersSummary } from "./affected-buyers-summary.tsx";
import { useChange } from "./use-change.ts";

const weekMs = 7 * 24 * 60 * 60 * 1000;
/** A week is enough time to decide; never past the original start. */
const weekFrom = (startsAt: string) => {
  const week = Date.now() + weekMs;
  const start = Date.parse(startsAt);
  return new Date(start > Date.now() ? Math.min(week, start) : week).toISOString();
};

/** Postpones an event, with or without a new date. Tickets stay valid either way. */
export function PostponeDialog({ onClose }: { onClose: () => void }) {
  const { event } = useEventEditor();
  const isOff = event.status === "postponed";
  const [hasDate, setHasDate] = useState(true);
  const [times, setTimes] = useState<Times>(event);
  const [note, setNote] = useState("");
  const [backUntil, setBackUntil] = useState<string | null>(null);
  const { send, isBusy, refusal } = useChange("postpone", "Event updated. We're emailing ticket holders.", onClose);
  const isSame = times.startsAt === event.startsAt;
  const isReady = note.trim().length >= 3 && (!hasDate || (!isSame && times.endsAt > times.startsAt));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isOff ? "Reschedule" : "Postpone or reschedule"}
      description="Tickets stay valid. Each ticket holder gets one email."
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(e) => {
          e.preventDefault();
          const { startsAt, doorsAt, endsAt } = times;
          if (isReady)
            void send({
              note: note.trim(),
              ...(hasDate ? { newTimes: { startsAt, doorsAt, endsAt } } : {}),
              ...(backUntil ? { refundsUntil: backUntil } : {}),
            });
        }}
      >
        <AffectedBuyersSummary id={event.id} />
        {!isOff && (
          <Choice
            legend="New date"
            value={hasDate ? "known" : "open"}
            onChange={(value) => setHasDate(value === "known")}
            choices={[
              { value: "known", label: "Set a new date", hint: "Sales continue" },
              { value: "open", label: "Decide later", hint: "Sales pause until you set a date" },
            ]}
          />
        )}
        {hasDate && (
          <TimesFields
            times={times}
            fieldErrors={{}}
            withZone={false}
            onChange={(change) => setTimes({ ...times, ...change })}
          />
        )}
        <Field label="Message to ticket holders" hint="Included in the email and on the event page." required>
          <Textarea
            rows={3}
            maxLength={600}
            value={note}
            onChange={(e) => setNote(e.target.value.replace(/\s*\n\s*/g, " "))}
          />
        </Field>
        <div className="grid gap-3">
          <Checkbox
            label="Let ticket holders get a refund instead"
            checked={backUntil !== null}
            onChange={(e) => setBackUntil(e.target.checked ? weekFrom(event.startsAt) : null)}
          />
          {backUntil !== null && (
            <Field label="Until" hint="Until then, they can get a refund themselves, fees included. The email says so.">
              <ZonedTimeInput
                value={backUntil}
                timeZone={event.timeZone}
                onChange={(until) => until && setBackUntil(until)}
              />
            </Field>
          )}
        </div>
        {refusal && <Callout tone="bad" title={refusal} />}
        <DialogFoot>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {hasDate ? "Reschedule" : "Postpone"}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
