import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { SettingsFormState } from "./setting-fields.ts";

/** What order documents say about the seller and tax. Issued documents never change. */
export function DocumentFields({ form }: { form: SettingsFormState }) {
  return (
    <>
      <Field
        label="Address"
        hint="As shown on documents."
        className="content-start sm:row-span-2"
        {...form.field("sellerAddress")}
      >
        <Textarea rows={5} maxLength={300} />
      </Field>
      <Field
        label="Tax included in prices (%)"
        hint="For example, 8.875. If blank, documents show no tax."
        {...form.field("percent")}
      >
        <Input inputMode="decimal" autoComplete="off" maxLength={10} />
      </Field>
      <Field label="Tax name" {...form.field("taxLabel")}>
        <Input autoComplete="off" maxLength={30} />
      </Field>
      <Field label="Paper size" {...form.field("paperSize")}>
        <Select>
          <option value="letter">US Letter</option>
          <option value="a4">A4</option>
        </Select>
      </Field>
    </>
  );
}
