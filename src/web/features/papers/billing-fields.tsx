import type { Billing } from "#contract/papers.ts";
import { CallError } from "#web/lib/call.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

/** To whom an invoice is made out, as it is being typed. */
export type BillingDraft = { name: string; address: string; taxId: string };

/** What the form starts with: nothing, or what an invoice says. */
export const draftOf = (billing?: Billing | null): BillingDraft => ({
  name: billing?.name ?? "",
  address: billing?.address ?? "",
  taxId: billing?.taxId ?? "",
});

/** What is sent of it: a tax id only where there is one. */
export function billingOf({ name, address, taxId }: BillingDraft): Billing {
  return { name: name.trim(), address: address.trim(), ...(taxId.trim() ? { taxId: taxId.trim() } : {}) };
}

/** What the server finds wrong with single fields, by their names. */
export function faultsOf(error: unknown): Record<string, string> {
  const found = error instanceof CallError ? error.answer.errors : undefined;
  return Object.fromEntries((found ?? []).map(({ path = "", message }) => [path, message]));
}

type BillingFieldsProps = {
  value: BillingDraft;
  faults: Record<string, string>;
  onChange: (draft: BillingDraft) => void;
};

/** The fields of an invoice's addressee. */
export function BillingFields({ value, faults, onChange }: BillingFieldsProps) {
  const set = (name: keyof BillingDraft) => (event: { target: { value: string } }) =>
    onChange({ ...value, [name]: event.target.value });
  return (
    <>
      <Field label="Name or company" required error={faults["name"]}>
        <Input autoComplete="organization" maxLength={120} value={value.name} onChange={set("name")} />
      </Field>
      <Field label="Address" hint="As it stands on an envelope." required error={faults["address"]}>
        <Textarea
          autoComplete="street-address"
          rows={4}
          maxLength={300}
          value={value.address}
          onChange={set("address")}
        />
      </Field>
      <Field label="Tax ID" hint="If your books need it." error={faults["taxId"]}>
        <Input autoComplete="off" maxLength={40} value={value.taxId} onChange={set("taxId")} />
      </Field>
    </>
  );
}
