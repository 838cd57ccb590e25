import { TextField, MoneyField } from "#web/ui/field.tsx";
import { useState } from "react";
import { FeeRule, repriced } from "#contract/events/fees.ts";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { writeAmount, centsOf } from "#web/lib/amounts.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Button } from "#web/ui/button.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { Segments } from "./form-parts.tsx";
import { feeLabels } from "./labels.ts";
import { useTicketSetup } from "./queries.ts";

/** Who pays the event's fees. */
export function Fees() {
  const { event } = useTicketSetup();
  const [isOpen, setOpen] = useState(false);
  const { title, text } = feeLabels(event.fees, event.currency);
  return (
    <section aria-labelledby="fees" className="grid gap-4">
      <h3 id="fees" className="display text-display-sm">
        Fees
      </h3>
      <div className="flex items-start justify-between gap-3 rounded-md border border-line bg-panel p-4">
        <div>
          <p className="font-semibold">{title}</p>
          <p className="max-w-[60ch] text-sm text-muted">{text}</p>
        </div>
        <Button
          variant="quiet"
          size="sm"
          className="-mt-1 -mr-2 min-h-11!"
          aria-label="Edit fees"
          onClick={() => setOpen(true)}
        >
          Edit
        </Button>
      </div>
      {isOpen && <FeesDialog onClose={() => setOpen(false)} />}
    </section>
  );
}

type FeeFields = { kind: FeeRule["kind"]; percent: string; amount: string };

/** The fields as a rule. What isn't a number doesn't pass the schema. */
const ruleOf = ({ kind, percent, amount }: FeeFields) =>
  kind === "passed_on"
    ? { kind, percentHundredths: centsOf(percent.replace("%", "")) ?? 0, ticketCents: centsOf(amount) ?? 0 }
    : { kind };

/** Chooses who pays an event's fees, and shows the resulting price of each ticket type. */
function FeesDialog({ onClose }: { onClose: () => void }) {
  const { event, write } = useTicketSetup();
  const { id, fees } = event;
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
    submit: (rule) => write("PUT /api/admin/events/{id}/fees", { params: { id }, body: rule }),
    onSent: onClose,
  });
  const { kind } = form.values;
  const rule = FeeRule.safeParse(ruleOf(form.values)).data;

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      hasCancel={false}
      title="Fees"
      description="Buyers always see one all-in price from the first page. Existing orders keep their prices."
      action="Save"
    >
      <Segments
        label="Who pays the fees"
        {...form.bind("kind")}
        choices={{
          absorbed: "Organizer",
          passed_on: "Buyers",
          by_type: "By type",
        }}
      />
      {kind === "passed_on" && (
        <div className="grid grid-cols-2 items-start gap-4">
          <TextField
            label="Percent"
            hint="Of the price you set"
            {...form.field("percent")}
            inputMode="decimal"
            autoComplete="off"
          />
          <MoneyField label="Plus, per ticket" {...form.field("amount")} />
        </div>
      )}
      {kind === "by_type" && <p className="text-sm text-muted">Each ticket type sets how much of its price is fees.</p>}
      {rule && <PricesThen rule={rule} />}
    </FormDialog>
  );
}

/** What buyers pay for each ticket type under a fee rule, and what the organizer gets. */
function PricesThen({ rule }: { rule: FeeRule }) {
  const { event, types } = useTicketSetup();
  const money = (cents: number) => formatMoney(cents, event.currency);
  const priced = types.filter(({ pricing }) => pricing === "fixed");
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
