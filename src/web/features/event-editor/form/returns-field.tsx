import type { RefundPolicy } from "#contract/event-editing.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { useNight } from "./form-context.ts";

const mostHours = 8760;

/** Whether and until when buyers may return tickets by themselves. Orders keep the terms they were placed on. */
export function ReturnsField() {
  const { form, set, faults } = useNight();
  const { refunds } = form;
  const withFees = refunds.kind !== "none" && refunds.withFees;

  function choose(kind: RefundPolicy["kind"]) {
    if (kind === "none") set("refunds", { kind });
    if (kind === "before_start") set("refunds", { kind, hours: 48, withFees });
    if (kind === "until") set("refunds", { kind, until: form.startsAt, withFees });
  }

  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field
        label="Returns by buyers"
        hint="Who has bought keeps the terms of that day."
        error={faults.refunds ?? faults["refunds.until"] ?? faults["refunds.hours"]}
      >
        <Select value={refunds.kind} onChange={(event) => choose(event.target.value as RefundPolicy["kind"])}>
          <option value="none">Not taken back</option>
          <option value="before_start">Until some hours before the start</option>
          <option value="until">Until a date</option>
        </Select>
      </Field>
      {refunds.kind === "before_start" && (
        <Field label="Hours before the start">
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            max={mostHours}
            value={refunds.hours}
            onChange={(event) => {
              const hours = Math.min(mostHours, Math.max(0, Math.trunc(Number(event.target.value) || 0)));
              set("refunds", { ...refunds, hours });
            }}
          />
        </Field>
      )}
      {refunds.kind === "until" && (
        <Field label="Until">
          <ZonedTimeInput
            value={refunds.until}
            timeZone={form.timeZone}
            onChange={(until) => until && set("refunds", { ...refunds, until })}
          />
        </Field>
      )}
      {refunds.kind !== "none" && (
        <Checkbox
          label="The fees go back as well"
          checked={refunds.withFees}
          onChange={(event) => set("refunds", { ...refunds, withFees: event.target.checked })}
        />
      )}
    </div>
  );
}
