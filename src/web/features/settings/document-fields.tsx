import { useState } from "react";
import type { Settings } from "#contract/settings.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

type DocumentFieldsProps = {
  values: Settings;
  fieldErrors: Record<string, string>;
  onChange: (part: Partial<Settings>) => void;
};

const asPercent = (thousandths: number | null) => (thousandths === null ? "" : String(thousandths / 1000));

/** The rate is typed in percent and stored in thousandths of one. Invalid text becomes 0, so the server rejects it. */
function asThousandths(percent: string): number | null {
  const text = percent.trim().replace(",", ".").replace("%", "");
  return text === "" ? null : Math.round(Number(text) * 1000) || 0;
}

/** What order documents say about the seller and tax. Issued documents never change. */
export function DocumentFields({ values, fieldErrors, onChange }: DocumentFieldsProps) {
  const [percent, setPercent] = useState(asPercent(values.taxRateThousandths));
  return (
    <>
      <Field
        label="Address"
        hint="As shown on documents."
        error={fieldErrors["sellerAddress"]}
        className="content-start sm:row-span-2"
      >
        <Textarea
          rows={5}
          maxLength={300}
          value={values.sellerAddress ?? ""}
          onChange={(e) => onChange({ sellerAddress: e.target.value || null })}
        />
      </Field>
      <Field
        label="Tax included in prices (%)"
        hint="For example, 8.875. If blank, documents show no tax."
        error={fieldErrors["taxRateThousandths"] && "Enter a rate from 0.001% to 50%, or leave blank"}
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          value={percent}
          onChange={(e) => {
            setPercent(e.target.value);
            onChange({ taxRateThousandths: asThousandths(e.target.value) });
          }}
        />
      </Field>
      <Field label="Tax name" error={fieldErrors["taxLabel"]}>
        <Input
          autoComplete="off"
          maxLength={30}
          value={values.taxLabel}
          onChange={(e) => onChange({ taxLabel: e.target.value })}
        />
      </Field>
      <Field label="Paper size" error={fieldErrors["paperSize"]}>
        <Select
          value={values.paperSize}
          onChange={(e) => onChange({ paperSize: e.target.value as Settings["paperSize"] })}
        >
          <option value="letter">US Letter</option>
          <option value="a4">A4</option>
        </Select>
      </Field>
    </>
  );
}
