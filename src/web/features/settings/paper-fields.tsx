import { useState } from "react";
import type { Settings } from "#contract/settings.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

type PaperFieldsProps = {
  values: Settings;
  faults: Record<string, string>;
  onChange: (part: Partial<Settings>) => void;
};

const asPercent = (thousandths: number | null) => (thousandths === null ? "" : String(thousandths / 1000));

/** The rate is typed in per cent and kept in thousandths of one; what is no number is kept to be refused. */
function asThousandths(percent: string): number | null {
  const text = percent.trim().replace(",", ".").replace("%", "");
  return text === "" ? null : Math.round(Number(text) * 1000) || 0;
}

/** What papers say of the seller and of tax. What is issued already never changes. */
export function PaperFields({ values, faults, onChange }: PaperFieldsProps) {
  const [percent, setPercent] = useState(asPercent(values.taxRateThousandths));
  return (
    <>
      <Field
        label="Address"
        hint="As it stands on papers."
        error={faults["sellerAddress"]}
        className="content-start sm:row-span-2"
      >
        <Textarea
          rows={5}
          maxLength={300}
          value={values.sellerAddress ?? ""}
          onChange={(event) => onChange({ sellerAddress: event.target.value || null })}
        />
      </Field>
      <Field
        label="Tax contained in prices, per cent"
        hint="As 8.875. Empty: papers show no tax."
        error={faults["taxRateThousandths"] && "A rate from 0.001 to 50 per cent, or nothing"}
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          value={percent}
          onChange={(event) => {
            setPercent(event.target.value);
            onChange({ taxRateThousandths: asThousandths(event.target.value) });
          }}
        />
      </Field>
      <Field label="What the tax is called" error={faults["taxLabel"]}>
        <Input
          autoComplete="off"
          maxLength={30}
          value={values.taxLabel}
          onChange={(event) => onChange({ taxLabel: event.target.value })}
        />
      </Field>
      <Field label="Paper" error={faults["paperSize"]}>
        <Select
          value={values.paperSize}
          onChange={(event) => onChange({ paperSize: event.target.value as Settings["paperSize"] })}
        >
          <option value="letter">US Letter</option>
          <option value="a4">A4</option>
        </Select>
      </Field>
    </>
  );
}
