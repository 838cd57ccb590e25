import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { Choice } from "../choice.tsx";
import { useNight } from "../form/form-context.ts";
import { TimesFields, type Times } from "../form/times-fields.tsx";
import { ReachFigures } from "./reach-figures.tsx";
import { useChange } from "./use-change.ts";

const weekMs = 7 * 24 * 60 * 60 * 1000;
/** A week is time enough to decide; never past the night as it was. */
const weekFrom = (startsAt: string) => {
  const week = Date.now() + weekMs;
  const start = Date.parse(startsAt);
  return new Date(start > Date.now() ? Math.min(week, start) : week).toISOString();
};

/** Puts a night off, with a new date or without one yet. Tickets stay valid either way. */
export function PostponeDialog({ onClose }: { onClose: () => void }) {
  const { night } = useNight();
  const isOff = night.state === "postponed";
  const [hasDate, setHasDate] = useState(true);
  const [times, setTimes] = useState<Times>(night);
  const [note, setNote] = useState("");
  const [backUntil, setBackUntil] = useState<string | null>(null);
  const { send, isBusy, refusal } = useChange("postpone", "Done. Everybody is being told.", onClose);
  const isSame = times.startsAt === night.startsAt;
  const isReady = note.trim().length >= 3 && (!hasDate || (!isSame && times.endsAt > times.startsAt));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isOff ? "The new date" : "Postpone or move"}
      description="Tickets stay valid. Every holder is told by mail, once."
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          const { startsAt, doorsAt, endsAt } = times;
          if (isReady)
            void send({
              note: note.trim(),
              ...(hasDate ? { newTimes: { startsAt, doorsAt, endsAt } } : {}),
              ...(backUntil ? { moneyBackUntil: backUntil } : {}),
            });
        }}
      >
        <ReachFigures id={night.id} />
        {!isOff && (
          <Choice
            legend="New date"
            value={hasDate ? "known" : "open"}
            onChange={(value) => setHasDate(value === "known")}
            choices={[
              { value: "known", label: "Is known", hint: "Sales go on" },
              { value: "open", label: "Is not fixed", hint: "Sales pause until it is" },
            ]}
          />
        )}
        {hasDate && (
          <TimesFields
            times={times}
            faults={{}}
            withZone={false}
            onChange={(change) => setTimes({ ...times, ...change })}
          />
        )}
        <Field label="What they read" hint="In the mail and on the page of the night." required>
          <Textarea
            rows={3}
            maxLength={600}
            value={note}
            onChange={(event) => setNote(event.target.value.replace(/\s*\n\s*/g, " "))}
          />
        </Field>
        <div className="grid gap-3">
          <Checkbox
            label="Holders may have their money back instead"
            checked={backUntil !== null}
            onChange={(event) => setBackUntil(event.target.checked ? weekFrom(night.startsAt) : null)}
          />
          {backUntil !== null && (
            <Field label="Until" hint="They return their tickets by themselves, fees included. The mail says so.">
              <ZonedTimeInput
                value={backUntil}
                timeZone={night.timeZone}
                onChange={(until) => until && setBackUntil(until)}
              />
            </Field>
          )}
        </div>
        {refusal && <Notice tone="bad" title={refusal} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {hasDate ? "Move the night" : "Postpone it"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
