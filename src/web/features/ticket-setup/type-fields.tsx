import { withFees } from "#contract/fees.ts";
import type { DeskTicketType, TicketSetup } from "#contract/ticket-types.ts";
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
import type { Faults, TypeForm } from "./type-form.ts";

export type FieldsProps = {
  form: TypeForm;
  onChange: (change: Partial<TypeForm>) => void;
  faults: Faults;
  setup: TicketSetup;
  /** The type itself, once it is there. */
  type: DeskTicketType | undefined;
};

/** What a guest reads and pays. */
export function OfferFields({ form, onChange, faults, setup }: FieldsProps) {
  return (
    <Section title="What guests see">
      <Field label="Name" required error={faults.name}>
        <Input value={form.name} maxLength={80} onChange={(event) => onChange({ name: event.target.value })} />
      </Field>
      <Field label="Description" hint="What it gets them, in a line or two" error={faults.description}>
        <Textarea
          rows={2}
          maxLength={500}
          value={form.description}
          onChange={(event) => onChange({ description: event.target.value })}
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
      {form.pricing === "fixed" && <PriceFields form={form} onChange={onChange} faults={faults} setup={setup} />}
      {form.pricing === "open" && (
        <Field
          label="At least"
          hint="0 lets them give nothing. What they name is all they pay: no fee comes on top"
          error={faults.minimumCents}
        >
          <MoneyInput value={form.minimum} onChange={(event) => onChange({ minimum: event.target.value })} />
        </Field>
      )}
    </Section>
  );
}

/** A fixed price as the night's rule for fees has it set. */
function PriceFields({ form, onChange, faults, setup }: Omit<FieldsProps, "type">) {
  const { fees, currency } = setup.event;
  const price = <MoneyInput value={form.price} onChange={(event) => onChange({ price: event.target.value })} />;
  if (fees.kind === "by_type") {
    return (
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="Guest pays" required hint="All fees in it" error={faults.priceCents}>
          {price}
        </Field>
        <Field label="Of it, fees" error={faults.feeCents}>
          <MoneyInput value={form.fee} onChange={(event) => onChange({ fee: event.target.value })} />
        </Field>
      </div>
    );
  }
  if (fees.kind === "absorbed") {
    return (
      <Field label="Guest pays" required hint="The house carries the fees" error={faults.priceCents}>
        {price}
      </Field>
    );
  }
  const setCents = readAmount(form.price);
  const units = Number(form.ticketsPerUnit);
  const then = setCents && Number.isInteger(units) && units > 0 ? withFees(setCents, units, fees) : undefined;
  const hint = then
    ? `Guests see ${formatMoney(then.priceCents, currency)}, ${formatMoney(then.feeCents, currency)} of it fees`
    : "The night's fees come on top";
  return (
    <Field label="You get" required hint={hint} error={faults.priceCents}>
      {price}
    </Field>
  );
}

/** How many there are, and who may have how many. */
export function AmountFields({ form, onChange, faults, setup, type }: FieldsProps) {
  const taken = type === undefined ? 0 : type.standing.sold + type.standing.held;
  const number = (label: string, key: "minPerOrder" | "maxPerOrder" | "maxPerPerson", hint?: string) => (
    <Field label={label} hint={hint} error={faults[key]}>
      <Input inputMode="numeric" value={form[key]} onChange={(event) => onChange({ [key]: event.target.value })} />
    </Field>
  );
  return (
    <Section title="How many">
      <div className="grid grid-cols-2 items-start gap-4">
        <Field
          label="For sale"
          required
          hint={taken > 0 ? `${taken} are gone: not fewer` : "Units of this type"}
          error={faults.capacity}
        >
          <Input
            inputMode="numeric"
            value={form.capacity}
            onChange={(event) => onChange({ capacity: event.target.value })}
          />
        </Field>
        <Field
          label="Tickets in one"
          hint={type?.hasOrders ? "Stays: there are orders" : "4 for a table of four"}
          error={faults.ticketsPerUnit}
        >
          <Input
            inputMode="numeric"
            disabled={type?.hasOrders}
            value={form.ticketsPerUnit}
            onChange={(event) => onChange({ ticketsPerUnit: event.target.value })}
          />
        </Field>
      </div>
      <div className="grid grid-cols-3 items-start gap-4">
        {number("Order from", "minPerOrder")}
        {number("Order up to", "maxPerOrder")}
        {number("A person", "maxPerPerson", "All orders")}
      </div>
      {setup.pools.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-sm font-semibold">Takes its places from</legend>
          {setup.pools.map((pool) => (
            <Checkbox
              key={pool.id}
              label={`${pool.name} (${pool.standing.capacity} ${pool.counts === "people" ? "people" : "units"})`}
              checked={form.poolIds.includes(pool.id)}
              onChange={(event) =>
                onChange({
                  poolIds: event.target.checked
                    ? [...form.poolIds, pool.id]
                    : form.poolIds.filter((id) => id !== pool.id),
                })
              }
            />
          ))}
          {faults.poolIds && <p className="text-sm font-medium text-hibiscus">{faults.poolIds}</p>}
        </fieldset>
      )}
    </Section>
  );
}

/** When it is on sale. */
export function WindowFields({ form, onChange, faults, setup, type }: FieldsProps) {
  const { timeZone } = setup.event;
  const others = setup.types.filter((other) => other.id !== type?.id);
  return (
    <Section title="When">
      <Segments
        label="Sales open"
        value={form.opens}
        onChange={(opens) => onChange({ opens, opensAfterId: form.opensAfterId || String(others[0]?.id ?? "") })}
        choices={[
          { value: "at_once", label: "At once" },
          { value: "at_time", label: "At a time" },
          ...(others.length > 0 ? [{ value: "after" as const, label: "After a release" }] : []),
        ]}
      />
      {form.opens === "at_time" && (
        <Field label="Opens" error={faults.salesStartAt}>
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
          hint="What is held in open orders counts as gone. Once open it stays open."
          error={faults.opensAfterId}
        >
          <Select value={form.opensAfterId} onChange={(event) => onChange({ opensAfterId: event.target.value })}>
            {others.map((other) => (
              <option key={other.id} value={other.id}>
                {other.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label="Closes" hint="Empty: when the night ends" error={faults.salesEndAt}>
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

/** Who sees it, and what the door sees. */
export function DoorFields({ form, onChange, faults, setup }: FieldsProps) {
  const codes = [...new Set(setup.types.flatMap((type) => type.accessCode ?? []))];
  return (
    <Section title="Who sees it">
      <Field
        label="Access code"
        hint="Hides it from whoever does not know the code. Several types may share one."
        error={faults.accessCode}
      >
        <Input
          list="access-codes"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={form.accessCode}
          onChange={(event) => onChange({ accessCode: event.target.value })}
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
        label="Hidden: neither shown nor sold"
        checked={form.isHidden}
        onChange={(event) => onChange({ isHidden: event.target.checked })}
      />
    </Section>
  );
}
