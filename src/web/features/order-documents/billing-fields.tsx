import type { Billing } from "#contract/order-documents.ts";
import { Field, type FieldProps, Textarea, Input, TextField } from "#web/ui/field.tsx";

/** The billing details of an invoice while they are being edited. */
type BillingDraft = Required<Billing>;

/** The form's initial values: empty, or an invoice's billing details. */
export const draftOf = (billing?: Billing | null): BillingDraft => ({ name: "", address: "", taxId: "", ...billing });

/** The request body: includes a tax ID only if there is one. */
export function billingOf({ name, address, taxId }: BillingDraft): Billing {
  return { name: name.trim(), address: address.trim(), ...(taxId.trim() ? { taxId: taxId.trim() } : {}) };
}

export const billingMessages = {
  name: "Enter a name with at least 2 characters",
  address: "Enter the full address, in up to six lines",
  taxId: "Use at least 2 characters",
};

/** The form fields for an invoice's billing details. */
export function BillingFields({ field }: { field: (name: keyof BillingDraft) => Pick<FieldProps, "input" | "error"> }) {
  return (
    <>
      <TextField label="Name or company" required {...field("name")} autoComplete="organization" maxLength={120} />
      <Field label="Address" hint="As you'd write it on an envelope." required {...field("address")}>
        <Textarea autoComplete="street-address" rows={4} maxLength={300} />
      </Field>
      <Field label="Tax ID" hint="Optional. Add it if your accounting needs it." {...field("taxId")}>
        <Input autoComplete="off" maxLength={40} />
      </Field>
    </>
  );
}
