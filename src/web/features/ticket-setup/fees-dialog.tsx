import { FeeRule, repriced } from "#contract/fees.ts";
import type { TicketSetup } from "#contract/ticket-types.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { writeAmount } from "#web/lib/amounts.ts";
import { centsOf } from "#web/lib/typed-numbers.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormEnd } from "#web/ui/form-end.tsx";
import { Input } from "#web/ui/input.tsx";
import { MoneyInput } from "#web/ui/money-input.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { Segments } from "./form-parts.tsx";
import { useSetupWrite } from "./queries.ts";

type FeeFields = { kind: FeeRule["kind"]; percent: string; amount: string };

/** The fields as a rule. What isn't a number doesn't pass the schema. */
const ruleOf = ({ kind, percent, amount }: FeeFields) =>
  kind === "passed_on"
    ? { kind, percentHundredths: centsOf(percent.replace("%", "")) ?? 0, ticketCents: centsOf(amount) ?? 0 }
    : { kind };

/** Chooses who pays an event's fees, and shows the resulting price of each ticket type. */
export function FeesDialog({ setup, onClose }: { setup: TicketSetup; onClose: () => void }) {
  const { id, fees } = setup.event;
  const write = useSetupWrite(id);
  const form = useZodForm({
    schema: FeeRule,
    bodyOf: ruleOf,
    defaults: {
      kind: fees.kind,
      percent: fees.kind === "passed_on" ? String(fees.percentHundredths / 100) : "",
      amount: fees.kind === "passed_on" ? writeAmount(fees.ticketCents) : "",
    },
    messages: {
      percentHundredths: "Enter a number from 0 to 50",
      ticketCents: "Enter an amount from 0 to 1,000, like 0.99",
    },
    fields: { percentHundredths: "percent", ticketCents: "amount" },
    failureText,
    submit: (rule) => write("PUT", `/api/admin/events/${id}/fees`, rule),
    onSent: onClose,
  });
  const { kind } = form.values;
  const rule = FeeRule.safeParse(ruleOf(form.values)).data;

  return (
    <Dialog
      onClose={onClose}
      title="Fees"
      description="Buyers always see one all-in price from the first page. Existing orders keep their prices."
    >
      <form {...form.props} className="grid gap-5">
        <Segments
          label="Who pays the fees"
          {...form.bind("kind")}
          choices={[
            { value: "absorbed", label: "Organizer" },
            { value: "passed_on", label: "Buyers" },
            { value: "by_type", label: "By type" },
          ]}
        />
        {kind === "passed_on" && (
          <div className="grid grid-cols-2 items-start gap-4">
            <Field label="Percent" hint="Of the price you set" {...form.field("percent")}>
              <Input inputMode="decimal" autoComplete="off" />
            </Field>
            <Field label="Plus, per ticket" {...form.field("amount")}>
              <MoneyInput />
            </Field>
          </div>
        )}
        {kind === "by_type" && (
          <p className="text-sm text-muted">Each ticket type sets how much of its price is fees.</p>
        )}
        {rule && <PricesThen setup={setup} rule={rule} />}
        <FormEnd form={form} action="Save" />
      </form>
    </Dialog>
  );
}

/** What buyers pay for each ticket type under a fee rule, and what the organizer gets. */
function PricesThen({ setup, rule }: { setup: TicketSetup; rule: FeeRule }) {
  const money = (cents: number) => formatMoney(cents, setup.event.currency);
  const priced = setup.types.filter(({ pricing }) => pricing === "fixed");
  if (priced.length === 0) return null;
  return (
    <table className="w-full text-sm tabular-nums">
      <thead>
        <tr className="border-b border-line text-left text-muted">
          <th className="py-2 font-normal">Type</th>
          <th className="py-2 pl-3 text-right font-normal">You get</th>
          <th className="py-2 pl-3 text-right font-normal">Buyers pay</th>
        </tr>
      </thead>
      <tbody>
        {priced.map((type) => {
          const then = repriced(type, type.ticketsPerUnit, rule);
          const isNew = then.priceCents !== type.priceCents;
          return (
            <tr key={type.id} className="border-b border-line last:border-0">
              <td className="py-2 wrap-anywhere">{type.name}</td>
              <td className="py-2 pl-3 text-right">{money(then.priceCents - then.feeCents)}</td>
              <td className="py-2 pl-3 text-right font-semibold">
                {isNew && <del className="mr-2 font-normal text-muted">{money(type.priceCents)}</del>}
                {money(then.priceCents)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
