import { useId } from "react";
import { TextField, SelectField, Field, TextareaField, Options } from "#web/ui/field.tsx";
import { Plus } from "lucide-react";
import type { RefundPolicy } from "#contract/events/editing.ts";
import type { AgeRule } from "#contract/events/events.ts";
import { returnSentence, termsOf } from "#web/features/refunds/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { type EventFields, useEventEditor, useRows } from "../form/form-context.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";

const windowText = (minutes: number | null) => {
  if (minutes === null) return "Any time";
  return minutes === 0 ? "When doors open" : `${minutes} minutes before doors`;
};

export const policyFields = {
  ageRule: {
    label: "Minimum age",
    describe: (rule) => (rule === "all" ? "All ages" : rule),
    message: "Enter an age from 1 to 99",
  },
  dressCode: { label: "Dress code", message: "Use at most 120 characters" },
  entryOpensMinutes: { label: "Entry opens", describe: windowText },
  hideCounts: { label: "Hide tickets left", describe: (isHidden) => (isHidden ? "Yes" : "No") },
  salesEndAtStart: { label: "Sales end", describe: (atStart) => (atStart ? "When it starts" : "When it ends") },
  refunds: {
    label: "Refunds",
    describe: (policy, { startsAt, timeZone }) => returnSentence(termsOf(policy, startsAt), timeZone),
  },
  policies: {
    label: "Good to know",
    message: { title: "Fill this in", text: "Fill this in" },
    write: (rows) =>
      rows
        .map(({ title, text }) => ({ title: title.trim(), text: text.trim() }))
        .filter(({ title, text }) => title !== "" || text !== ""),
    describe: (rows) => rows.map(({ title }) => title).join(", "),
  },
} satisfies EventFields;

/** "16+" as it is typed, "16"; empty for all ages. What can't be an age is kept as typed, and refused when saved. */
const typedAge = (rule: AgeRule) => (rule === "all" ? "" : rule.replace(/\+$/, ""));
const ageOf = (typed: string) => (typed.trim() === "" ? "all" : `${typed.trim().replace(/\+$/, "")}+`);
const windows = [null, 0, 15, 30, 60, 120];
const maxHours = 8760;

/** The event's rules for guests: age, dress code, entry, refunds and what is good to know. */
export function PoliciesPanel() {
  const { form, set, field, fieldErrors } = useEventEditor();
  const list = useRows("policies");
  const ageListId = useId();
  return (
    <Panel title="Policies">
      <div className="across-2 gap-5">
        <TextField
          label="Minimum age"
          hint="Leave blank for all ages."
          error={fieldErrors.ageRule}
          inputMode="numeric"
          maxLength={3}
          list={ageListId}
          value={typedAge(form.ageRule)}
          onChange={(e) => set("ageRule", ageOf(e.target.value))}
        />
        <datalist id={ageListId}>
          <Options of={["16", "18", "21", "25", "30"].map((age) => [age, age])} />
        </datalist>
        <TextField {...field("dressCode")} maxLength={120} placeholder="All white" />
        <SelectField
          label="Entry opens"
          error={fieldErrors.entryOpensMinutes}
          value={form.entryOpensMinutes ?? ""}
          onChange={(e) => set("entryOpensMinutes", e.target.value === "" ? null : Number(e.target.value))}
          options={windows.map((minutes) => [minutes ?? "", windowText(minutes)])}
        />
        <Checkbox
          className="self-end"
          label="Hide how many tickets are left"
          checked={form.hideCounts}
          onChange={(e) => set("hideCounts", e.target.checked)}
        />
        <SelectField
          label="Ticket sales end"
          hint="For a boat ride, end sales when it starts."
          error={fieldErrors.salesEndAtStart}
          value={form.salesEndAtStart ? "start" : "end"}
          onChange={(e) => set("salesEndAtStart", e.target.value === "start")}
          options={[
            ["end", "When it ends"],
            ["start", "When it starts"],
          ]}
        />
      </div>
      <RefundsField />
      <div className="grid gap-3">
        <h3 className="text-sm font-semibold">Good to know</h3>
        <p className="text-sm text-muted">
          Your refund policy shows up here automatically, so you don't need to add it.
        </p>
        <ul className="grid gap-3 empty:hidden">
          {list.rows.map(({ title }, index) => (
            <li key={index} className="grid gap-2 rounded-sm border border-line bg-raised/50 p-3">
              <div className="flex flex-wrap items-end justify-end gap-2">
                <TextField
                  label="Topic"
                  className="min-w-0 grow basis-32"
                  {...list.field(index, "title")}
                  maxLength={120}
                />
                {list.tools(index, title || `item ${index + 1}`)}
              </div>
              <TextareaField label="Text" {...list.field(index, "text")} rows={2} maxLength={1500} />
            </li>
          ))}
        </ul>
        <div>
          <Button variant="outline" size="sm" onClick={() => list.add({ title: "", text: "" })}>
            <Plus className="size-4.5" /> Add item
          </Button>
        </div>
      </div>
    </Panel>
  );
}

/** Whether and until when buyers can refund tickets themselves. Orders keep the terms they were placed under. */
function RefundsField() {
  const { form, bind, fieldErrors } = useEventEditor();
  const { value: refunds, onChange } = bind("refunds");
  const withFees = refunds.kind !== "none" && refunds.withFees;

  function choose(kind: RefundPolicy["kind"]) {
    if (kind === "none") onChange({ kind });
    if (kind === "before_start") onChange({ kind, hours: 48, withFees });
    if (kind === "until") onChange({ kind, until: form.startsAt, withFees });
  }

  return (
    <div className="across-2 items-start gap-5">
      <SelectField
        label="Self-service refunds"
        hint="Existing orders keep their original terms."
        error={fieldErrors.refunds ?? fieldErrors["refunds.until"] ?? fieldErrors["refunds.hours"]}
        value={refunds.kind}
        onChange={(e) => choose(e.target.value as RefundPolicy["kind"])}
        options={[
          ["none", "Not allowed"],
          ["before_start", "Until a number of hours before the start"],
          ["until", "Until a date"],
        ]}
      />
      {refunds.kind === "before_start" && (
        <TextField
          label="Hours before the start"
          type="number"
          inputMode="numeric"
          min={0}
          max={maxHours}
          value={refunds.hours}
          onChange={(e) => {
            const hours = Math.min(maxHours, Math.max(0, Math.trunc(Number(e.target.value) || 0)));
            onChange({ ...refunds, hours });
          }}
        />
      )}
      {refunds.kind === "until" && (
        <Field label="Until">
          <ZonedTimeInput
            value={refunds.until}
            timeZone={form.timeZone}
            onChange={(until) => until && onChange({ ...refunds, until })}
          />
        </Field>
      )}
      {refunds.kind !== "none" && (
        <Checkbox
          label="Refund fees too"
          checked={withFees}
          onChange={(e) => onChange({ ...refunds, withFees: e.target.checked })}
        />
      )}
    </div>
  );
}
