import { withFees } from "#contract/fees.ts";
import type { AdminTicketType, TicketSetup } from "#contract/ticket-types.ts";
import { readAmount } from "#web/lib/amounts.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { MoneyInput } from "#web/ui/money-input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { ColorField } from "./color-field.tsx";
import { Section, Segments } from "./form-parts.tsx";
import type { FieldErrors, TypeForm } from "./type-form.ts";

export type FieldsProps = {
  form: TypeForm;
  onChange: (change: Partial<TypeForm>) => void;
  fieldErrors: FieldErrors;
  setup: TicketSetup;
  /** The ticket type, once it exists. */
  type: AdminTicketType | undefined;
};

/** What a buyer reads and pays. */
export function OfferFields({ form, onChange, fieldErrors, setup }: FieldsProps) {
  return (
    <Section title="What buyers see">
      <Field label="Name" required error={fieldErrors.name}>
        <Input value={form.name} maxLength={80} onChange={(e) => onChange({ name: e.target.value })} />
      </Field>
      <Field label="Description" hint="What's included, in a line or two" error={fieldErrors.description}>
        <Textarea
          rows={2}
          maxLength={500}
          value={form.description}
          onChange={(e) => onChange({ description: e.target.value })}
        />
      </Field>
      <Segments
        label="Price"
        value={form.pricing}
        onChange={(pricing) => onChange({ pricing })}
        choices={[
          { value: "fixed", label: "Fixed" },
          { value: "free", label: "Free" },
          { value: "open", label: "Pay what you want" },
        ]}
      />
      {form.pricing === "fixed" && (
        <PriceFields form={form} onChange={onChange} fieldErrors={fieldErrors} setup={setup} />
      )}
      {form.pricing === "open" && (
        <Field
          label="Minimum"
          hint="Enter 0 to let people pay nothing. No fees are added."
          error={fieldErrors.minimumCents}
        >
          <MoneyInput value={form.minimum} onChange={(e) => onChange({ minimum: e.target.value })} />
        </Field>
      )}
    </Section>
  );
}

/** A fixed price, in the form that the event's fee rule needs. */
function PriceFields({ form, onChange, fieldErrors, setup }: Omit<FieldsProps, "type">) {
  const { fees, currency } = setup.event;
  const price = <MoneyInput value={form.price} onChange={(e) => onChange({ price: e.target.value })} />;
  if (fees.kind === "by_type") {
    return (
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="Buyer pays" required hint="Including all fees" error={fieldErrors.priceCents}>
          {price}
        </Field>
        <Field label="Includes fees of" error={fieldErrors.feeCents}>
          <MoneyInput value={form.fee} onChange={(e) => onChange({ fee: e.target.value })} />
        </Field>
      </div>
    );
  }
  if (fees.kind === "absorbed") {
    return (
      <Field label="Buyer pays" required hint="The organizer pays the fees" error={fieldErrors.priceCents}>
        {price}
      </Field>
    );
  }
  const setCents = readAmount(form.price);
  const units = Number(form.ticketsPerUnit);
  const then = setCents && Number.isInteger(units) && units > 0 ? withFees(setCents, units, fees) : undefined;
  const hint = then
    ? `Buyers see ${formatMoney(then.priceCents, currency)}, including ${formatMoney(then.feeCents, currency)} in fees`
    : "The event's fees are added";
  return (
    <Field label="You get" required hint={hint} error={fieldErrors.priceCents}>
      {price}
    </Field>
  );
}

/** How many are for sale, and how many an order or a person can have. */
export function AmountFields({ form, onChange, fieldErrors, setup, type }: FieldsProps) {
  const taken = type === undefined ? 0 : type.stock.sold + type.stock.held;
  const number = (label: string, key: "minPerOrder" | "maxPerOrder" | "maxPerPerson", hint?: string) => (
    <Field label={label} hint={hint} error={fieldErrors[key]}>
      <Input inputMode="numeric" value={form[key]} onChange={(e) => onChange({ [key]: e.target.value })} />
    </Field>
  );
  return (
    <Section title="Quantity">
      <div className="grid grid-cols-2 items-start gap-4">
        <Field
          label="Total quantity"
          required
          hint={taken > 0 ? `At least ${taken}: sold or on hold` : "Units of this type"}
          error={fieldErrors.capacity}
        >
          <Input inputMode="numeric" value={form.capacity} onChange={(e) => onChange({ capacity: e.target.value })} />
        </Field>
        <Field
          label="Admits"
          hint={type?.hasOrders ? "Can't be changed: it has orders" : "4 for a table of four"}
          error={fieldErrors.ticketsPerUnit}
        >
          <Input
            inputMode="numeric"
            disabled={type?.hasOrders}
            value={form.ticketsPerUnit}
            onChange={(e) => onChange({ ticketsPerUnit: e.target.value })}
          />
        </Field>
      </div>
      <div className="grid grid-cols-3 items-start gap-4">
        {number("Minimum order", "minPerOrder")}
        {number("Maximum order", "maxPerOrder")}
        {number("Per person", "maxPerPerson", "Across all orders")}
      </div>
      {setup.pools.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-sm font-semibold">Counts toward</legend>
          {setup.pools.map((pool) => (
            <Checkbox
              key={pool.id}
              label={`${pool.name} (${pool.stock.capacity} ${pool.counts === "people" ? "people" : "units"})`}
              checked={form.poolIds.includes(pool.id)}
              onChange={(e) =>
                onChange({
                  poolIds: e.target.checked ? [...form.poolIds, pool.id] : form.poolIds.filter((id) => id !== pool.id),
                })
              }
            />
          ))}
          {fieldErrors.poolIds && <p className="text-sm font-medium text-hibiscus">{fieldErrors.poolIds}</p>}
        </fieldset>
      )}
    </Section>
  );
}

/** The sale window. */
export function WindowFields({ form, onChange, fieldErrors, setup, type }: FieldsProps) {
  const { timeZone } = setup.event;
  const others = setup.types.filter((other) => other.id !== type?.id);
  return (
    <Section title="Sale dates">
      <Segments
        label="Sales open"
        value={form.opens}
        onChange={(opens) => onChange({ opens, opensAfterId: form.opensAfterId || String(others[0]?.id ?? "") })}
        choices={[
          { value: "at_once", label: "Now" },
          { value: "at_time", label: "Scheduled" },
          ...(others.length > 0 ? [{ value: "after" as const, label: "After a tier" }] : []),
        ]}
      />
      {form.opens === "at_time" && (
        <Field label="Opens" error={fieldErrors.salesStartAt}>
          <ZonedTimeInput
            timeZone={timeZone}
            canBeEmpty
            value={form.salesStartAt || null}
            onChange={(instant) => onChange({ salesStartAt: instant ?? "" })}
          />
        </Field>
      )}
      {form.opens === "after" && (
        <Field
          label="Opens when this sells out"
          hint="Tickets on hold count as sold. Once open, it stays open."
          error={fieldErrors.opensAfterId}
        >
          <Select value={form.opensAfterId} onChange={(e) => onChange({ opensAfterId: e.target.value })}>
            {others.map((other) => (
              <option key={other.id} value={other.id}>
                {other.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label="Closes" hint="If blank, sales close when the event ends" error={fieldErrors.salesEndAt}>
        <ZonedTimeInput
          timeZone={timeZone}
          canBeEmpty
          value={form.salesEndAt || null}
          onChange={(instant) => onChange({ salesEndAt: instant ?? "" })}
        />
      </Field>
    </Section>
  );
}

/** Who can see it, and its color at check-in. */
export function DoorFields({ form, onChange, fieldErrors, setup }: FieldsProps) {
  const codes = [...new Set(setup.types.flatMap((type) => type.accessCode ?? []))];
  return (
    <Section title="Visibility">
      <Field
        label="Access code"
        hint="Only people with the code can see it. Several types can share one."
        error={fieldErrors.accessCode}
      >
        <Input
          list="access-codes"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={form.accessCode}
          onChange={(e) => onChange({ accessCode: e.target.value })}
        />
      </Field>
      <datalist id="access-codes">
        {codes.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </datalist>
      <ColorField value={form.doorColor} onChange={(doorColor) => onChange({ doorColor })} />
      <Checkbox
        label="Hidden: not shown or sold"
        checked={form.isHidden}
        onChange={(e) => onChange({ isHidden: e.target.checked })}
      />
    </Section>
  );
}
