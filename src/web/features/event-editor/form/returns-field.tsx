import type { RefundPolicy } from "#contract/event-editing.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { useEventEditor } from "./form-context.ts";

const mostHours = 8760;

/** Whether and until when buyers can refund tickets themselves. Orders keep the terms they were placed under. */
export function ReturnsField() {
  const { form, set, fieldErrors } = useEventEditor();
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
        label="Self-service refunds"
        hint="Existing orders keep their original terms."
        error={fieldErrors.refunds ?? fieldErrors["refunds.until"] ?? fieldErrors["refunds.hours"]}
      >
        <Select value={refunds.kind} onChange={(e) => choose(e.target.value as RefundPolicy["kind"])}>
          <option value="none">Not allowed</option>
          <option value="before_start">Until a number of hours before the start</option>
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
            onChange={(e) => {
              const hours = Math.min(mostHours, Math.max(0, Math.trunc(Number(e.target.value) || 0)));
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
          label="Refund fees too"
          checked={refunds.withFees}
          onChange={(e) => set("refunds", { ...refunds, withFees: e.target.checked })}
        />
      )}
    </div>
  );
}
