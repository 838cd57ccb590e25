import { Store, Truck } from "lucide-react";
import type { ReactNode } from "react";
import { zipHint } from "#contract/delivery/zip-rules.ts";
import type { DeliveryOptions } from "#contract/delivery/of-order.ts";
import { usStates, type UsState } from "#contract/delivery/us-states.ts";
import { cleanText } from "#contract/typed-text.ts";
import { formatLongDate } from "#web/lib/dates.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Callout } from "#web/ui/callout.tsx";
import { Field, Select, Input, Options } from "#web/ui/field.tsx";
import { Radio } from "#web/ui/checkbox.tsx";
import type { ZodForm } from "#web/ui/use-zod-form.ts";
import { methodsOf } from "./delivery-draft.ts";
import type { DeliveryFields as Fields } from "./no-delivery.ts";

/** A form that has at least the fields of a delivery. */
type DeliveryForm = Pick<ZodForm<Fields>, "field" | "bind" | "register" | "error">;

type DeliveryFieldsProps = {
  form: DeliveryForm;
  /** What is typed now; the method is already chosen if there is only one. */
  fields: Fields;
  options: DeliveryOptions;
  currency: string;
};

/** How the order's products get to their buyer: shipped to an address, or picked up at an event. */
export function DeliveryFields({ form, fields, options, currency }: DeliveryFieldsProps) {
  const methods = methodsOf(options);
  if (methods.length === 0) {
    return (
      <Callout tone="bad" title="We can't deliver this right now">
        There's no shipping and no upcoming event to pick it up. Please check back soon.
      </Callout>
    );
  }
  return (
    <>
      {methods.length > 1 && (
        <Cards legend="How do you want to get it?" error={form.error("method")}>
          <div className="grid gap-2 sm:grid-cols-2">
            <Card input={form.register("method")} value="ship" error={form.error("method")}>
              <Truck className="size-5 shrink-0 text-gilt" />
              <span className="font-semibold">Ship it</span>
            </Card>
            <Card input={form.register("method")} value="pickup" error={form.error("method")}>
              <Store className="size-5 shrink-0 text-gilt" />
              <span className="font-semibold">Pick it up at an event</span>
            </Card>
          </div>
        </Cards>
      )}
      {fields.method === "ship" && (
        <>
          <AddressFields form={form} fields={fields} states={options.states} />
          <ShippingOptions form={form} fields={fields} options={options} currency={currency} />
        </>
      )}
      {fields.method === "pickup" && <Pickups form={form} options={options} />}
    </>
  );
}

function Cards({ legend, error, children }: { legend: string; error: string | undefined; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      {children}
      {error && (
        <p role="alert" className="text-sm font-medium text-hibiscus">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type CardProps = { input: object; value: string; error: string | undefined; children: ReactNode };

const Card = ({ input, value, error, children }: CardProps) => (
  <label className="flex min-h-12 items-center gap-3 rounded-md border border-edge bg-raised px-3.5 py-2.5 transition-colors hover:border-ink has-checked:border-gold has-checked:bg-gold/10 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-gilt">
    <Radio {...input} value={value} aria-invalid={error ? true : undefined} />
    {children}
  </label>
);

function AddressFields({ form, fields, states }: { form: DeliveryForm; fields: Fields; states: string[] }) {
  return (
    <fieldset className="grid min-w-0 gap-4 sm:grid-cols-6">
      <legend className="mb-1.5 text-sm font-semibold">Shipping address</legend>
      <p className="-mt-1 text-sm text-muted sm:col-span-6">We ship to the US only.</p>
      <Field
        label="Recipient"
        hint="Leave it blank if it's for you."
        className="sm:col-span-6"
        {...form.field("recipient")}
      >
        <Input autoComplete="shipping name" maxLength={120} />
      </Field>
      <Field label="Street address" required className="sm:col-span-4" {...form.field("line1")}>
        <Input autoComplete="shipping address-line1" maxLength={120} />
      </Field>
      <Field label="Apartment, unit" className="sm:col-span-2" {...form.field("line2")}>
        <Input autoComplete="shipping address-line2" maxLength={120} />
      </Field>
      <Field label="City" required className="sm:col-span-2" {...form.field("city")}>
        <Input autoComplete="shipping address-level2" maxLength={80} />
      </Field>
      <Field label="State" required className="sm:col-span-2" {...form.field("state")}>
        <Select autoComplete="shipping address-level1">
          <option value="">Choose</option>
          <Options of={states.map((code) => [code, usStates[code as UsState]])} />
        </Select>
      </Field>
      <Field
        label="ZIP Code"
        required
        hint={zipHint(fields.state, cleanText(fields.zip))}
        className="sm:col-span-2"
        {...form.field("zip")}
      >
        <Input autoComplete="shipping postal-code" inputMode="numeric" maxLength={20} />
      </Field>
    </fieldset>
  );
}

function ShippingOptions({ form, fields, options, currency }: DeliveryFieldsProps) {
  const { rates, rateId } = options;
  const { onChange } = form.bind("rateId");
  if (rates.length === 0) {
    const text = fields.state === "" ? "Choose a state to see what shipping costs." : "Checking what shipping costs...";
    return <p className="text-sm text-muted">{text}</p>;
  }
  return (
    <Cards legend="Shipping" error={form.error("rateId")}>
      {rates.map(({ id, name, priceCents }) => (
        <Card
          key={id}
          input={{ name: "rateId", checked: id === rateId, onChange: () => onChange(String(id)) }}
          value={String(id)}
          error={form.error("rateId")}
        >
          <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
          <span className="font-semibold tabular-nums">
            {priceCents === 0 ? "Free" : formatMoney(priceCents, currency)}
          </span>
        </Card>
      ))}
    </Cards>
  );
}

function Pickups({ form, options }: Pick<DeliveryFieldsProps, "form" | "options">) {
  return (
    <Cards legend="Where do you want to pick it up?" error={form.error("eventId")}>
      {options.pickups.map(({ eventId, title, startsAt, timeZone, city }) => (
        <Card key={eventId} input={form.register("eventId")} value={String(eventId)} error={form.error("eventId")}>
          <span className="min-w-0">
            <span className="block font-semibold wrap-anywhere">{title}</span>
            <span className="block text-sm text-muted">
              {formatLongDate(startsAt, timeZone)} · {city}
            </span>
          </span>
        </Card>
      ))}
      <p className="text-sm text-muted">
        Pick up your order at the merch table once doors open. Show your order or a ticket.
      </p>
    </Cards>
  );
}
