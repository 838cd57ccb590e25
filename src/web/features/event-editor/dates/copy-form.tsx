import { X } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { failureText } from "#web/features/desk/failure-text.ts";
import { callJson } from "#web/lib/call.ts";
import { formatLongDate } from "#web/lib/dates.ts";
import { withQuery } from "#web/lib/paths.ts";
import { toLocalTime } from "#web/lib/zoned-time.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import type { EditedEvent } from "#contract/event-editing.ts";
import { useNight } from "../form/form-context.ts";
import { plural } from "../words.ts";
import { runDays, type Rhythm, timesOn } from "./run-dates.ts";

/** Chooses days, by a rhythm or one by one, and makes a draft for each. */
export function CopyForm({ isRun }: { isRun: boolean }) {
  const { night, form, save, adopt } = useNight();
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
      if (!(await save())) return setRefusal("Put right first what is marked in the form.");
      const dates = days.map((day) => timesOn(form, day));
      const body = { dates, ...(isRun ? { asRun: true } : {}) };
      const { ids } = await callJson<{ ids: number[] }>("POST", `/api/admin/events/${night.id}/copies`, { body });
      setDays([]);
      if (!isRun && ids.length === 1) return void navigate(withQuery("/admin", { section: "events", id: ids[0]! }));
      adopt(await callJson<EditedEvent>("GET", `/api/admin/events/${night.id}`));
      toast({ title: `${plural(ids.length, "draft")} made`, tone: "good" });
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
          <Field label="Every" className="grow">
            <Select value={rhythm} onChange={(event) => setRhythm(event.target.value as Rhythm)}>
              <option value="weekly">Week</option>
              <option value="fortnightly">Second week</option>
              <option value="monthly">Month, the same weekday</option>
            </Select>
          </Field>
          <Field label="Times" className="w-24">
            <Input
              type="number"
              min={1}
              max={52}
              value={count}
              onChange={(event) => setCount(Math.min(52, Math.max(1, Number(event.target.value) || 1)))}
            />
          </Field>
          <Button variant="outline" onClick={() => put(runDays(first, rhythm, count))}>
            Put in
          </Button>
        </div>
      )}
      <Field label={isRun ? "Or one day" : "Day"} hint="The hours stay those of this night, on its own clock.">
        <Input
          type="date"
          value=""
          onChange={(event) => {
            if (!/^20\d\d-/.test(event.target.value)) return;
            if (isRun) put([event.target.value]);
            else setDays([event.target.value]);
          }}
        />
      </Field>
      {days.length > 0 && (
        <ul aria-label="Chosen days" className="grid gap-1">
          {days.map((day) => (
            <li
              key={day}
              className="flex items-center justify-between gap-3 rounded-sm border border-line bg-raised/50 pl-3"
            >
              <span className="tabular-nums">{formatLongDate(timesOn(form, day).startsAt, form.timeZone)}</span>
              <button
                type="button"
                aria-label={`Leave out: ${day}`}
                onClick={() => setDays(days.filter((each) => each !== day))}
                className="grid size-10 place-items-center text-muted hover:text-ink"
              >
                <X aria-hidden="true" className="size-4.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {refusal && <Notice tone="bad" title={refusal} />}
      <div>
        <Button loading={busy} disabled={days.length === 0} onClick={() => void make()}>
          {days.length === 0 ? "Choose days first" : `Make ${plural(days.length, "draft")}`}
        </Button>
      </div>
    </div>
  );
}
