import { X } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { failureText } from "#web/features/admin/failure-text.ts";
import { callJson } from "#web/lib/call.ts";
import { formatLongDate } from "#web/lib/dates.ts";
import { withQuery } from "#web/lib/paths.ts";
import { toLocalTime } from "#web/lib/zoned-time.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import type { EditedEvent } from "#contract/event-editing.ts";
import { useEventEditor } from "../form/form-context.ts";
import { plural } from "../labels.ts";
import { runDays, type Rhythm, timesOn } from "./run-dates.ts";

/** Selects dates, by a repeating pattern or one by one, and creates a draft for each. */
export function CopyForm({ isRun }: { isRun: boolean }) {
  const { event, form, save, adopt } = useEventEditor();
  const navigate = useNavigate();
  const first = toLocalTime(form.startsAt, form.timeZone).slice(0, 10);
  const [days, setDays] = useState<string[]>([]);
  const [rhythm, setRhythm] = useState<Rhythm>("weekly");
  const [count, setCount] = useState(4);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const put = (more: string[]) => setDays([...new Set([...days, ...more])].toSorted().slice(0, 60));

  async function make() {
    setBusy(true);
    setRefusal(undefined);
    try {
      if (!(await save())) return setRefusal("Fix the errors in the form first.");
      const dates = days.map((day) => timesOn(form, day));
      const body = { dates, ...(isRun ? { asRun: true } : {}) };
      const { ids } = await callJson<{ ids: number[] }>("POST", `/api/admin/events/${event.id}/copies`, { body });
      setDays([]);
      if (!isRun && ids.length === 1) return void navigate(withQuery("/admin", { section: "events", id: ids[0]! }));
      adopt(await callJson<EditedEvent>("GET", `/api/admin/events/${event.id}`));
      toast({ title: `${plural(ids.length, "draft")} created`, tone: "good" });
    } catch (error) {
      setRefusal(failureText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-5">
      {isRun && (
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Repeat" className="grow">
            <Select value={rhythm} onChange={(e) => setRhythm(e.target.value as Rhythm)}>
              <option value="weekly">Weekly</option>
              <option value="biweekly">Every 2 weeks</option>
              <option value="monthly">Monthly, same weekday</option>
            </Select>
          </Field>
          <Field label="How many" className="w-24">
            <Input
              type="number"
              min={1}
              max={52}
              value={count}
              onChange={(e) => setCount(Math.min(52, Math.max(1, Number(e.target.value) || 1)))}
            />
          </Field>
          <Button variant="outline" onClick={() => put(runDays(first, rhythm, count))}>
            Add
          </Button>
        </div>
      )}
      <Field label={isRun ? "Or add one date" : "Date"} hint="Keeps this event's hours and time zone.">
        <Input
          type="date"
          value=""
          onChange={(e) => {
            if (!/^20\d\d-/.test(e.target.value)) return;
            if (isRun) put([e.target.value]);
            else setDays([e.target.value]);
          }}
        />
      </Field>
      {days.length > 0 && (
        <ul aria-label="Selected dates" className="grid gap-1">
          {days.map((day) => (
            <li
              key={day}
              className="flex items-center justify-between gap-3 rounded-sm border border-line bg-raised/50 pl-3"
            >
              <span className="tabular-nums">{formatLongDate(timesOn(form, day).startsAt, form.timeZone)}</span>
              <button
                type="button"
                aria-label={`Remove: ${day}`}
                onClick={() => setDays(days.filter((each) => each !== day))}
                className="grid size-10 place-items-center text-muted hover:text-ink"
              >
                <X aria-hidden="true" className="size-4.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {refusal && <Callout tone="bad" title={refusal} />}
      <div>
        <Button loading={busy} disabled={days.length === 0} onClick={() => void make()}>
          {days.length === 0 ? "Choose dates" : `Create ${plural(days.length, "draft")}`}
        </Button>
      </div>
    </div>
  );
}
