import type { Billing } from "#contract/order-documents.ts";
import { CallError } from "#web/lib/call.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

/** The billing details of an invoice while they are being edited. */
export type BillingDraft = { name: string; address: string; taxId: string };

/** The form's initial values: empty, or an invoice's billing details. */
export const draftOf = (billing?: Billing | null): BillingDraft => ({
  name: billing?.name ?? "",
  address: billing?.address ?? "",
  taxId: billing?.taxId ?? "",
});

/** The request body: includes a tax ID only if there is one. */
export function billingOf({ name, address, taxId }: BillingDraft): Billing {
  return { name: name.trim(), address: address.trim(), ...(taxId.trim() ? { taxId: taxId.trim() } : {}) };
}

/** The server's error messages for single fields, by field name. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const found = error instanceof CallError ? error.answer.errors : undefined;
  return Object.fromEntries((found ?? []).map(({ path = "", message }) => [path, message]));
}

type BillingFieldsProps = {
  value: BillingDraft;
  fieldErrors: Record<string, string>;
  onChange: (draft: BillingDraft) => void;
};

/** The form fields for an invoice's billing details. */
export function BillingFields({ value, fieldErrors, onChange }: BillingFieldsProps) {
  const set = (name: keyof BillingDraft) => (e: { target: { value: string } }) =>
    onChange({ ...value, [name]: e.target.value });
  return (
    <>
      <Field label="Name or company" required error={fieldErrors["name"]}>
        <Input autoComplete="organization" maxLength={120} value={value.name} onChange={set("name")} />
      </Field>
      <Field label="Address" hint="As you'd write it on an envelope." required error={fieldErrors["address"]}>
        <Textarea
          autoComplete="street-address"
          rows={4}
          maxLength={300}
          value={value.address}
          onChange={set("address")}
        />
      </Field>
      <Field label="Tax ID" hint="Optional. Add it if your accounting needs it." error={fieldErrors["taxId"]}>
        <Input autoComplete="off" maxLength={40} value={value.taxId} onChange={set("taxId")} />
      </Field>
    </>
  );
}
