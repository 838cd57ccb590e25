import { type SubmitEvent, useState } from "react";
import type { Settings } from "#contract/settings.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import { currencies, timeZones } from "./choices.ts";
import { DocumentFields } from "./document-fields.tsx";

type TextName =
  | "contactEmail"
  | "instagram"
  | "youtube"
  | "tiktok"
  | "whatsapp"
  | "mailSenderName"
  | "legalName"
  | "sellerTaxId"
  | "sellerEmail";
type Line = { name: TextName; label: string; hint?: string; type?: "email" | "text" | "url"; placeholder?: string };

const said: Line[] = [
  {
    name: "contactEmail",
    label: "Contact email",
    hint: "In the footer of every page. Gets alerts about failed refunds and disputes if no admin has an email.",
    type: "email",
  },
  { name: "instagram", label: "Instagram", type: "url", placeholder: "https://instagram.com/…" },
  { name: "youtube", label: "YouTube", type: "url", placeholder: "https://youtube.com/@…" },
  { name: "tiktok", label: "TikTok", type: "url", placeholder: "https://tiktok.com/@…" },
  { name: "whatsapp", label: "WhatsApp", type: "url", placeholder: "https://wa.me/1…" },
];
const mail: Line[] = [
  {
    name: "mailSenderName",
    label: "Sender name",
    type: "text",
    hint: "Defaults to the name that the server is set up with. The address stays the same.",
  },
];
const seller: Line[] = [
  { name: "legalName", label: "Legal name", hint: "Defaults to the brand name.", type: "text" },
  { name: "sellerTaxId", label: "Tax ID", hint: "If blank, none is shown.", type: "text" },
  { name: "sellerEmail", label: "Email on documents", hint: "Defaults to the contact email.", type: "email" },
];

/** The settings as one form; only changed values are sent. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const [values, setValues] = useState(settings);
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [restarts, setRestarts] = useState(0);
  const write = useAdminWrite();
  const changed = Object.entries(values).filter(([name, value]) => value !== settings[name as keyof Settings]);

  async function save(e: SubmitEvent) {
    e.preventDefault();
    setBusy(true);
    setFieldErrors({});
    setRefusal(undefined);
    try {
      await write("/api/admin/settings", Object.fromEntries(changed));
      toast({ title: "Settings saved", tone: "good" });
    } catch (error) {
      const errors = error instanceof CallError ? (error.answer.errors ?? []) : [];
      if (errors.length === 0) setRefusal(failureText(error));
      setFieldErrors(Object.fromEntries(errors.map(({ path = "", message }) => [path, message])));
    } finally {
      setBusy(false);
    }
  }

  const line = ({ name, label, hint, type = "url", placeholder }: Line) => (
    <Field key={name} label={label} hint={hint} error={fieldErrors[name]}>
      <Input
        type={type}
        autoComplete="off"
        placeholder={placeholder}
        maxLength={200}
        value={values[name] ?? ""}
        onChange={(e) => setValues({ ...values, [name]: e.target.value || null })}
      />
    </Field>
  );

  return (
    <form noValidate onSubmit={(e) => void save(e)} className="grid gap-6 rounded-md border border-line bg-panel p-5">
      {refusal && <Callout tone="bad" title={refusal} />}
      <fieldset className="grid gap-4 sm:grid-cols-2 sm:[&>:nth-child(2)]:col-span-2">
        <legend className="display mb-4 text-display-sm">Contact</legend>
        {said.map(line)}
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="display mb-4 text-display-sm">Email</legend>
        {mail.map(line)}
      </fieldset>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="display mb-4 text-display-sm">Receipts and invoices</legend>
        {seller.map(line)}
        <DocumentFields
          key={restarts}
          values={values}
          fieldErrors={fieldErrors}
          onChange={(part) => setValues({ ...values, ...part })}
        />
      </fieldset>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="display mb-4 text-display-sm">New event defaults</legend>
        <Field label="Time zone" error={fieldErrors["defaultTimeZone"]}>
          <Select
            value={values.defaultTimeZone}
            onChange={(e) => setValues({ ...values, defaultTimeZone: e.target.value })}
          >
            {[...new Set([settings.defaultTimeZone, ...timeZones])].map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll("_", " ")}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Currency" error={fieldErrors["defaultCurrency"]}>
          <Select
            value={values.defaultCurrency}
            onChange={(e) => setValues({ ...values, defaultCurrency: e.target.value as Settings["defaultCurrency"] })}
          >
            {currencies.map((currency) => (
              <option key={currency}>{currency}</option>
            ))}
          </Select>
        </Field>
      </fieldset>
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-5">
        <Button type="submit" loading={isBusy} disabled={changed.length === 0}>
          Save
        </Button>
        {changed.length > 0 && (
          <Button
            variant="quiet"
            onClick={() => {
              setValues(settings);
              setRestarts(restarts + 1);
            }}
          >
            Discard
          </Button>
        )}
        <p aria-live="polite" className="text-sm text-muted">
          {changed.length === 0
            ? "No changes"
            : `${changed.length} unsaved ${changed.length === 1 ? "change" : "changes"}`}
        </p>
      </div>
    </form>
  );
}
