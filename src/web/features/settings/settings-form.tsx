import { Failure } from "#web/admin-kit/read-failure.tsx";
import { paymentMethods } from "#contract/payments/methods.ts";
import { PaymentMethod } from "#contract/payments/payment-method.ts";
import { counted } from "#web/admin-kit/figures.tsx";
import { TextField, SelectField, type TextFieldProps, Field, Textarea } from "#web/ui/field.tsx";
import { changeSettings, type Settings } from "#contract/settings/settings.ts";
import { failureText, useAdminWrite, showSuccess } from "#web/admin-kit/use-admin-write.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { useSite } from "#web/lib/site.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";

/** Time zones of most events; a single event can use any other. */
const timeZones = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "America/Toronto",
  "America/Jamaica",
  "America/Nassau",
  "America/Barbados",
  "America/Port_of_Spain",
  "America/Grenada",
  "America/St_Lucia",
  "America/Guyana",
  "Europe/London",
];

/** Currencies in which events can sell tickets. */
const currencies: Settings["defaultCurrency"][] = ["USD", "CAD", "GBP", "EUR", "JMD", "TTD", "XCD", "BBD"];

type Line = Pick<TextFieldProps, "label" | "hint" | "type" | "placeholder" | "inputMode" | "maxLength"> & {
  name: Exclude<keyof SettingFields, "defaultCurrency" | "paperSize" | "paymentMethods" | "trustedNetworks">;
};

const contactLines: Line[] = [
  {
    name: "contactEmail",
    label: "Contact email",
    hint: "In the footer of every page. Gets alerts about failed refunds and disputes if no admin has an email.",
    type: "email",
  },
  { name: "instagram", label: "Instagram", placeholder: "@yourname or a link" },
  { name: "youtube", label: "YouTube", placeholder: "@yourname or a link" },
  { name: "tiktok", label: "TikTok", placeholder: "@yourname or a link" },
  { name: "whatsapp", label: "WhatsApp", placeholder: "Phone number or a link" },
];
const mail: Line[] = [
  {
    name: "mailSenderName",
    label: "Sender name",
    hint: "Defaults to the name that the server is set up with. The address stays the same.",
  },
];
const seller: Line[] = [
  { name: "legalName", label: "Legal name", hint: "Defaults to the brand name." },
  { name: "sellerTaxId", label: "Tax ID", hint: "If blank, none is shown." },
  { name: "sellerEmail", label: "Email on documents", hint: "Defaults to the contact email.", type: "email" },
];
/** What documents say about tax. Issued documents never change. */
const tax: Line[] = [
  {
    name: "percent",
    label: "Tax included in prices (%)",
    hint: "For example, 8.875. If blank, documents show no tax.",
    inputMode: "decimal",
    maxLength: 10,
  },
  { name: "taxLabel", label: "Tax name", maxLength: 30 },
];

/** The settings as one form; only changed values are sent. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const write = useAdminWrite();
  const form = useZodForm({
    schema: changeSettings.body,
    bodyOf: (fields) => changesOf(fields, settings),
    defaults: fieldsOf(settings),
    messages: { taxRateThousandths: "Enter a rate from 0.001% to 50%, or leave blank" },
    fields: { taxRateThousandths: "percent" },
    failureText,
    submit: async (changes) => {
      await write("POST /api/admin/settings", { body: changes });
      showSuccess("Settings saved");
    },
  });
  const changeCount = Object.keys(changesOf(form.values, settings)).length;

  const line = ({ name, ...rest }: Line) => (
    <TextField key={name} {...form.field(name)} type="text" autoComplete="off" maxLength={200} {...rest} />
  );

  return (
    <form {...form.props} className="grid gap-6 rounded-md border border-line bg-panel p-5">
      <Failure text={form.failure} />
      <fieldset className="across-2 gap-4 [&>:nth-child(2)]:col-span-full">
        <legend className="display mb-4 text-display-sm">Contact</legend>
        {contactLines.map(line)}
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="display mb-4 text-display-sm">Email</legend>
        {mail.map(line)}
      </fieldset>
      <fieldset className="across-2 gap-4">
        <legend className="display mb-4 text-display-sm">Receipts and invoices</legend>
        {seller.map(line)}
        <Field
          label="Address"
          hint="As shown on documents."
          className="content-start sm:row-span-2"
          {...form.field("sellerAddress")}
        >
          <Textarea rows={5} maxLength={300} />
        </Field>
        {tax.map(line)}
        <SelectField
          label="Paper size"
          {...form.field("paperSize")}
          options={[
            ["letter", "US Letter"],
            ["a4", "A4"],
          ]}
        />
      </fieldset>
      <PaymentMethods {...form.bind("paymentMethods")} />
      <fieldset className="grid gap-4">
        <legend className="display mb-4 text-display-sm">Your venue's Wi-Fi</legend>
        <Field
          label="Trusted networks"
          hint="Fans on these networks aren't counted together, so a crowd on the venue's Wi-Fi is never slowed down. One per line, like 203.0.113.7 or 203.0.113.0/24."
          {...form.field("trustedNetworks")}
        >
          <Textarea rows={3} maxLength={1000} />
        </Field>
      </fieldset>
      <fieldset className="across-2 gap-4">
        <legend className="display mb-4 text-display-sm">New event defaults</legend>
        <SelectField
          label="Time zone"
          {...form.field("defaultTimeZone")}
          options={[...new Set([settings.defaultTimeZone, ...timeZones])].map((zone) => [
            zone,
            zone.replaceAll("_", " "),
          ])}
        />
        <SelectField
          label="Currency"
          {...form.field("defaultCurrency")}
          options={currencies.map((currency) => [currency, currency])}
        />
      </fieldset>
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-5">
        <Button type="submit" loading={form.isBusy} disabled={changeCount === 0}>
          Save
        </Button>
        {changeCount > 0 && (
          <Button variant="quiet" onClick={() => form.reset()}>
            Discard
          </Button>
        )}
        <p aria-live="polite" className="text-sm text-muted">
          {changeCount === 0 ? "No changes" : counted(changeCount, "unsaved change")}
        </p>
      </div>
    </form>
  );
}

const dollars = (cents: number) => formatMoney(cents, "USD").replace(/\.00$/, "");

/** Which amounts a method takes, for its label. */
const rangeOf = ({ minCents, maxCents }: (typeof paymentMethods)[PaymentMethod]) =>
  maxCents === Number.MAX_SAFE_INTEGER ? `from ${dollars(minCents)}` : `${dollars(minCents)} to ${dollars(maxCents)}`;

type PaymentMethodsProps = { value: PaymentMethod[]; onChange: (methods: PaymentMethod[]) => void };

/** What the payment page offers besides cards. Only Stripe's page has them. */
function PaymentMethods({ value, onChange }: PaymentMethodsProps) {
  const isStripe = useSite().payments === "stripe";
  return (
    <fieldset aria-describedby="payment-methods-hint">
      <legend className="display mb-2 text-display-sm">Payments</legend>
      <p id="payment-methods-hint" className="mb-2 text-sm text-muted">
        Besides cards, Apple Pay, and Google Pay. Each one confirms at once, takes US dollars, and must be turned on in
        your Stripe dashboard too.
        {!isStripe && " This site doesn't take payments through Stripe, so buyers won't see them."}
      </p>
      <div className="across-2 gap-x-4">
        {PaymentMethod.options.map((method) => (
          <Checkbox
            key={method}
            label={
              <>
                {paymentMethods[method].label}{" "}
                <span className="text-sm text-muted">{rangeOf(paymentMethods[method])}</span>
              </>
            }
            checked={value.includes(method)}
            onChange={({ target }) =>
              onChange(
                PaymentMethod.options.filter((each) => (each === method ? target.checked : value.includes(each))),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The settings as typed: empty text for what isn't set, the tax rate in percent, and a line for each network. */
type SettingFields = {
  [Name in Exclude<keyof Settings, "taxRateThousandths" | "trustedNetworks">]: NonNullable<Settings[Name]>;
} & { percent: string; trustedNetworks: string };

function fieldsOf({ taxRateThousandths: rate, ...settings }: Settings): SettingFields {
  const texts = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value ?? ""]));
  return {
    ...(texts as Omit<SettingFields, "percent" | "trustedNetworks">),
    percent: rate === null ? "" : String(rate / 1000),
    trustedNetworks: settings.trustedNetworks.join("\n"),
  };
}

/** The settings that differ from the stored ones. Text that isn't a rate becomes 0, which passes no schema. */
function changesOf({ percent, ...fields }: SettingFields, stored: Settings): Partial<Settings> {
  const rate = percent.trim().replace(",", ".").replace("%", "");
  const typed = {
    ...Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text === "" ? null : text])),
    taxLabel: fields.taxLabel,
    trustedNetworks: fields.trustedNetworks.split(/[\s,;]+/).filter(Boolean),
    taxRateThousandths: rate === "" ? null : Math.round(Number(rate) * 1000) || 0,
  };
  const isStored = (name: string, value: unknown) =>
    JSON.stringify(value) === JSON.stringify(stored[name as keyof Settings]);
  return Object.fromEntries(Object.entries(typed).filter(([name, value]) => !isStored(name, value)));
}
