import { hubPath } from "#web/admin-kit/admin-links.tsx";
import { Failure } from "#web/admin-kit/read-failure.tsx";
import { counted } from "#web/admin-kit/figures.tsx";
import { TextField, SelectField } from "#web/ui/field.tsx";
import { CopyPlus, X } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "#web/lib/router.ts";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { useAttempt, showSuccess } from "#web/admin-kit/use-admin-write.ts";
import { callApi } from "#web/lib/api.ts";
import { formatLongDate } from "#web/lib/dates.ts";
import { toLocalTime } from "#contract/zoned-time.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { useEventEditor } from "../form/form-context.tsx";
import { type Rhythm, runDays, timesOn } from "../form/times.ts";
import { statusOf } from "../labels.ts";
import { Panel } from "#web/admin-kit/panel.tsx";

/** The same event on other dates: its copies, and the series that links them. */
export function DatesPanel() {
  const { event } = useEventEditor();
  const [isRun, setRun] = useState(true);
  return (
    <div className="halves items-start gap-6">
      <Panel
        title="Other dates"
        text="Each date is its own event with its own tickets. In a series, each event page links to the other dates."
      >
        {event.run.length > 0 && (
          <ul className="grid gap-px overflow-hidden rounded-sm border border-line bg-line">
            {event.run.map((date) => {
              return (
                <li key={date.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 bg-panel px-3 py-2.5">
                  <Link
                    to={hubPath(date.id, "dates")}
                    aria-current={date.id === event.id ? "page" : undefined}
                    className="grow font-semibold underline-offset-3 hover:underline"
                  >
                    <EventMoment at={date.startsAt} timeZone={date.timeZone} />
                    {date.id === event.id && <span className="font-normal text-muted"> (this event)</span>}
                  </Link>
                  <StatusBadge {...statusOf({ ...date, publishAt: null, isOver: false })} />
                </li>
              );
            })}
          </ul>
        )}
        {event.run.length === 0 && <p className="text-muted">This event isn't part of a series.</p>}
      </Panel>
      <Panel
        title={isRun ? "Add dates" : "Copy event"}
        text="Copies include text, images, ticket types and settings, but no sales. They start as drafts."
      >
        <CopyForm isRun={isRun} />
        <div className="border-t border-line pt-4">
          <Button variant="quiet" size="sm" onClick={() => setRun(!isRun)}>
            <CopyPlus className="size-4.5" />
            {isRun ? "Make one copy instead" : "Make a series instead"}
          </Button>
        </div>
      </Panel>
    </div>
  );
}

/** Selects dates, by a repeating pattern or one by one, and creates a draft for each. */
function CopyForm({ isRun }: { isRun: boolean }) {
  const { event, form, save, adopt } = useEventEditor();
  const navigate = useNavigate();
  const first = toLocalTime(form.startsAt, form.timeZone).slice(0, 10);
  const [days, setDays] = useState<string[]>([]);
  const [rhythm, setRhythm] = useState<Rhythm>("weekly");
  const [count, setCount] = useState(4);
  const { failure, setFailure, press } = useAttempt();
  const addDays = (more: string[]) => setDays([...new Set([...days, ...more])].toSorted().slice(0, 60));

  async function createDates() {
    if (!(await save())) return setFailure("Fix the errors in the form first.");
    const body = { dates: days.map((day) => timesOn(form, day)), ...(isRun ? { asRun: true } : {}) };
    const { ids } = await callApi("POST /api/admin/events/{id}/copies", { params: { id: event.id }, body });
    setDays([]);
    if (!isRun && ids.length === 1) return void navigate(hubPath(ids[0]!));
    adopt(await callApi("GET /api/admin/events/{id}", { params: { id: event.id } }));
    showSuccess(`${counted(ids.length, "draft")} created`);
  }

  return (
    <div className="grid gap-5">
      {isRun && (
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label="Repeat"
            className="grow"
            value={rhythm}
            onChange={(e) => setRhythm(e.target.value as Rhythm)}
            options={[
              ["weekly", "Weekly"],
              ["biweekly", "Every 2 weeks"],
              ["monthly", "Monthly, same weekday"],
            ]}
          />
          <TextField
            label="How many"
            className="w-24"
            type="number"
            min={1}
            max={52}
            value={count}
            onChange={(e) => setCount(Math.min(52, Math.max(1, Number(e.target.value) || 1)))}
          />
          <Button variant="outline" onClick={() => addDays(runDays(first, rhythm, count))}>
            Add
          </Button>
        </div>
      )}
      <TextField
        label={isRun ? "Or add one date" : "Date"}
        hint="Keeps this event's hours and time zone."
        type="date"
        value=""
        onChange={(e) => {
          if (!/^20\d\d-/.test(e.target.value)) return;
          if (isRun) addDays([e.target.value]);
          else setDays([e.target.value]);
        }}
      />
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
                <X className="size-4.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Failure text={failure} />
      <div>
        <Button disabled={days.length === 0} {...press("make", createDates)}>
          {days.length === 0 ? "Choose dates" : `Create ${counted(days.length, "draft")}`}
        </Button>
      </div>
    </div>
  );
}
