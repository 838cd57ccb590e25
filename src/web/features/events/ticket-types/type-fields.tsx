import { TextField, SelectField, Options, Field, Textarea, MoneyInput, MoneyField } from "#web/ui/field.tsx";
import { withFees } from "#contract/events/fees.ts";
import type { AdminTicketType } from "#contract/events/ticket-types.ts";
import { readAmount } from "#web/lib/amounts.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import type { ZodForm } from "#web/ui/use-zod-form.ts";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { ColorField, Section, Segments } from "./form-parts.tsx";
import { useTicketSetup } from "./queries.ts";
import { fieldLabels, type TypeForm } from "./type-form.ts";

export type FieldsProps = {
  form: ZodForm<TypeForm>;
  /** The ticket type, once it exists. */
  type: AdminTicketType | undefined;
};

/** What a buyer reads and pays. */
export function OfferFields({ form }: FieldsProps) {
  return (
    <Section title="What buyers see">
      <TextField label="Name" required {...form.field("name")} maxLength={80} />
      <Field label="Description" hint="What's included, in a line or two" {...form.field("description")}>
        <Textarea rows={2} maxLength={500} />
      </Field>
      <Segments
        label="Price"
        {...form.bind("pricing")}
        choices={{
          fixed: "Fixed",
          free: "Free",
          open: "Pay what you want",
        }}
      />
      {form.values.pricing === "fixed" && <PriceFields form={form} />}
      {form.values.pricing === "open" && (
        <Field label="Minimum" hint="Enter 0 to let people pay nothing. No fees are added." {...form.field("minimum")}>
          <MoneyInput />
        </Field>
      )}
    </Section>
  );
}

/** A fixed price, in the form that the event's fee rule needs. */
function PriceFields({ form }: Omit<FieldsProps, "type">) {
  const { fees, currency } = useTicketSetup().event;
  const { price, ticketsPerUnit } = form.values;
  const field = (label: string, hint: string) => (
    <MoneyField label={label} required hint={hint} {...form.field("price")} />
  );
  if (fees.kind === "by_type") {
    return (
      <div className="grid grid-cols-2 items-start gap-4">
        {field("Buyer pays", "Including all fees")}
        <MoneyField label="Includes fees of" {...form.field("fee")} />
      </div>
    );
  }
  if (fees.kind === "absorbed") return field("Buyer pays", "The organizer pays the fees");
  const setCents = readAmount(price);
  const units = Number(ticketsPerUnit);
  const then = setCents && Number.isInteger(units) && units > 0 ? withFees(setCents, units, fees) : undefined;
  return field(
    "You get",
    then
      ? `Buyers see ${formatMoney(then.priceCents, currency)}, including ${formatMoney(then.feeCents, currency)} in fees`
      : "The event's fees are added",
  );
}

/** How many are for sale, and how many an order or a person can have. */
export function AmountFields({ form, type }: FieldsProps) {
  const { pools } = useTicketSetup();
  const taken = type === undefined ? 0 : type.stock.sold + type.stock.held;
  const poolIds = form.bind("poolIds");
  const number = (
    key: "capacity" | "ticketsPerUnit" | "minPerOrder" | "maxPerOrder" | "maxPerPerson",
    field?: { hint: string; required?: boolean },
  ) => (
    <TextField
      label={fieldLabels[key]}
      {...field}
      {...form.field(key)}
      inputMode="numeric"
      disabled={key === "ticketsPerUnit" && type?.hasOrders}
    />
  );
  return (
    <Section title="Quantity">
      <div className="grid grid-cols-2 items-start gap-4">
        {number("capacity", {
          required: true,
          hint: taken > 0 ? `At least ${taken}: sold or on hold` : "Units of this type",
        })}
        {number("ticketsPerUnit", {
          hint: type?.hasOrders ? "Can't be changed: it has orders" : "4 for a table of four",
        })}
      </div>
      <div className="grid grid-cols-3 items-start gap-4">
        {number("minPerOrder")}
        {number("maxPerOrder")}
        {number("maxPerPerson", { hint: "Across all orders" })}
      </div>
      {pools.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-sm font-semibold">Counts toward</legend>
          {pools.map((pool) => (
            <Checkbox
              key={pool.id}
              label={`${pool.name} (${pool.stock.capacity} ${pool.counts === "people" ? "people" : "units"})`}
              checked={poolIds.value.includes(pool.id)}
              onChange={(e) =>
                poolIds.onChange(
                  e.target.checked ? [...poolIds.value, pool.id] : poolIds.value.filter((id) => id !== pool.id),
                )
              }
            />
          ))}
          {form.error("poolIds") && <p className="text-sm font-medium text-hibiscus">{form.error("poolIds")}</p>}
        </fieldset>
      )}
    </Section>
  );
}

/** The sale window. */
export function WindowFields({ form, type }: FieldsProps) {
  const { event, types } = useTicketSetup();
  const { timeZone } = event;
  const others = types.filter((other) => other.id !== type?.id);
  return (
    <Section title="Sale dates">
      <Segments
        label="Sales open"
        value={form.values.opens}
        onChange={(opens) => {
          form.bind("opens").onChange(opens);
          if (!form.values.opensAfterId) form.setValue("opensAfterId", String(others[0]?.id ?? ""));
        }}
        choices={{
          at_once: "Now",
          at_time: "Scheduled",
          ...(others.length > 0 ? { after: "After a tier" } : {}),
        }}
      />
      {form.values.opens === "at_time" && (
        <Field label="Opens" error={form.error("salesStartAt")}>
          <ZonedTimeInput timeZone={timeZone} canBeEmpty {...form.bind("salesStartAt")} />
        </Field>
      )}
      {form.values.opens === "after" && (
        <SelectField
          label="Opens when this sells out"
          hint="Tickets on hold count as sold. Once open, it stays open."
          {...form.field("opensAfterId")}
          options={others.map(({ id, name }) => [id, name])}
        />
      )}
      <Field label="Closes" hint="If blank, sales close when the event ends" error={form.error("salesEndAt")}>
        <ZonedTimeInput timeZone={timeZone} canBeEmpty {...form.bind("salesEndAt")} />
      </Field>
    </Section>
  );
}

/** Who can see it, and what it does at the door. */
export function DoorFields({ form, type }: FieldsProps) {
  const { types } = useTicketSetup();
  const codes = [...new Set(types.flatMap(({ accessCode }) => accessCode ?? []))];
  return (
    <Section title="Visibility and check-in">
      <TextField
        label="Access code"
        hint="Only people with the code can see it. Several types can share one."
        {...form.field("accessCode")}
        list="access-codes"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
      />
      <datalist id="access-codes">
        <Options of={codes.map((code) => [code, code])} />
      </datalist>
      <ColorField {...form.bind("doorColor")} />
      <Checkbox label="Hidden: not shown or sold" {...form.register("isHidden")} />
      <Checkbox
        label="Live stream pass: doesn't admit anyone at the door"
        {...form.register("isStreamPass")}
        disabled={type?.hasOrders}
      />
    </Section>
  );
}
