import { Plus } from "lucide-react";
import type { AgeRule } from "#contract/events.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { useEventEditor } from "../form/form-context.ts";
import type { PolicyRow } from "../form/event-form.ts";
import { moved, RowTools } from "../form/row-tools.tsx";
import { ReturnsField } from "../form/returns-field.tsx";
import { Panel } from "./panel.tsx";

const ages: { value: AgeRule; label: string }[] = [
  { value: "all", label: "All ages" },
  { value: "18+", label: "18 and over" },
  { value: "21+", label: "21 and over" },
];
const windows = [0, 15, 30, 60, 120];

/** The event's rules for guests: age, dress code, entry, refunds and what is good to know. */
export function PoliciesPanel() {
  const { form, set, field, fieldErrors } = useEventEditor();
  const change = (index: number, part: Partial<PolicyRow>) =>
    set(
      "policies",
      form.policies.map((row, at) => (at === index ? { ...row, ...part } : row)),
    );
  return (
    <Panel title="Policies">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Age" {...field("ageRule")}>
          <Select>
            {ages.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Dress code" {...field("dressCode")}>
          <Input maxLength={120} placeholder="All white" />
        </Field>
        <Field label="Entry opens" error={fieldErrors.entryOpensMinutes}>
          <Select
            value={form.entryOpensMinutes ?? ""}
            onChange={(e) => set("entryOpensMinutes", e.target.value === "" ? null : Number(e.target.value))}
          >
            <option value="">Any time</option>
            {windows.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes === 0 ? "When doors open" : `${minutes} minutes before doors`}
              </option>
            ))}
          </Select>
        </Field>
        <Checkbox
          className="self-end"
          label="Hide how many tickets are left"
          checked={form.hideCounts}
          onChange={(e) => set("hideCounts", e.target.checked)}
        />
      </div>
      <ReturnsField />
      <div className="grid gap-3">
        <h3 className="text-sm font-semibold">Good to know</h3>
        <ul className="grid gap-3 empty:hidden">
          {form.policies.map((row, index) => (
            <li key={index} className="grid gap-2 rounded-sm border border-line bg-raised/50 p-3">
              <div className="flex items-end gap-2">
                <Field label="Topic" error={fieldErrors[`policies.${index}.title`]} className="grow">
                  <Input value={row.title} maxLength={120} onChange={(e) => change(index, { title: e.target.value })} />
                </Field>
                <RowTools
                  label={row.title || `item ${index + 1}`}
                  index={index}
                  count={form.policies.length}
                  onMove={(by) => set("policies", moved(form.policies, index, by))}
                  onRemove={() =>
                    set(
                      "policies",
                      form.policies.filter((_, at) => at !== index),
                    )
                  }
                />
              </div>
              <Field label="Text" error={fieldErrors[`policies.${index}.text`]}>
                <Textarea
                  rows={2}
                  maxLength={1500}
                  value={row.text}
                  onChange={(e) => change(index, { text: e.target.value })}
                />
              </Field>
            </li>
          ))}
        </ul>
        <div>
          <Button
            variant="outline"
            size="sm"
            onClick={() => set("policies", [...form.policies, { title: "", text: "" }])}
          >
            <Plus aria-hidden="true" className="size-4.5" /> Add item
          </Button>
        </div>
      </div>
    </Panel>
  );
}
