import { type SubmitEvent, useState } from "react";
import type { Settings } from "#contract/settings.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import { currencies, timeZones } from "./choices.ts";
import { PaperFields } from "./paper-fields.tsx";

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
    label: "Contact e-mail",
    hint: "In the footer of every page. Gets mails about failed refunds and disputes while no administrator has an address.",
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
    label: "Name that mails come from",
    type: "text",
    hint: "Empty: as the environment has it. The address stays.",
  },
];
const seller: Line[] = [
  { name: "legalName", label: "Legal name", hint: "Empty: the brand's name.", type: "text" },
  { name: "sellerTaxId", label: "Tax ID", hint: "Empty: none is shown.", type: "text" },
  { name: "sellerEmail", label: "E-mail on papers", hint: "Empty: the contact e-mail.", type: "email" },
];

/** The settings as one form; only what differs is sent. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const [values, setValues] = useState(settings);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [restarts, setRestarts] = useState(0);
  const write = useDeskWrite();
  const changed = Object.entries(values).filter(([name, value]) => value !== settings[name as keyof Settings]);

  async function save(event: SubmitEvent) {
    event.preventDefault();
    setBusy(true);
    setFaults({});
    setRefusal(undefined);
    try {
      await write("/api/admin/settings", Object.fromEntries(changed));
      toast({ title: "Settings saved", tone: "good" });
    } catch (error) {
      const errors = error instanceof CallError ? (error.answer.errors ?? []) : [];
      if (errors.length === 0) setRefusal(failureText(error));
      setFaults(Object.fromEntries(errors.map(({ path = "", message }) => [path, message])));
    } finally {
      setBusy(false);
    }
  }

  const line = ({ name, label, hint, type = "url", placeholder }: Line) => (
    <Field key={name} label={label} hint={hint} error={faults[name]}>
      <Input
        type={type}
        autoComplete="off"
        placeholder={placeholder}
        maxLength={200}
        value={values[name] ?? ""}
        onChange={(event) => setValues({ ...values, [name]: event.target.value || null })}
      />
    </Field>
  );

  return (
    <form
      noValidate
      onSubmit={(event) => void save(event)}
      className="grid gap-6 rounded-md border border-line bg-panel p-5"
    >
      {refusal && <Notice tone="bad" title={refusal} />}
      <fieldset className="grid gap-4 sm:grid-cols-2 sm:[&>:nth-child(2)]:col-span-2">
        <legend className="display mb-4 text-display-sm">The house says</legend>
        {said.map(line)}
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="display mb-4 text-display-sm">Mails</legend>
        {mail.map(line)}
      </fieldset>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="display mb-4 text-display-sm">Receipts and invoices</legend>
        {seller.map(line)}
        <PaperFields
          key={restarts}
          values={values}
          faults={faults}
          onChange={(part) => setValues({ ...values, ...part })}
        />
      </fieldset>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="display mb-4 text-display-sm">A new night starts with</legend>
        <Field label="Time zone" error={faults["defaultTimeZone"]}>
          <Select
            value={values.defaultTimeZone}
            onChange={(event) => setValues({ ...values, defaultTimeZone: event.target.value })}
          >
            {[...new Set([settings.defaultTimeZone, ...timeZones])].map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll("_", " ")}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Currency" error={faults["defaultCurrency"]}>
          <Select
            value={values.defaultCurrency}
            onChange={(event) =>
              setValues({ ...values, defaultCurrency: event.target.value as Settings["defaultCurrency"] })
            }
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
            Put back
          </Button>
        )}
        <p aria-live="polite" className="text-sm text-muted">
          {changed.length === 0 ? "Nothing is changed." : `${changed.length} changed`}
        </p>
      </div>
    </form>
  );
}
