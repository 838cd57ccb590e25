import { type FormEvent, useState } from "react";
import { repriced, type FeeRule } from "#contract/fees.ts";
import type { TicketSetup } from "#contract/ticket-types.ts";
import { readAmount, writeAmount } from "#web/lib/amounts.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { MoneyInput } from "#web/ui/money-input.tsx";
import { DialogEnd, useDialogWrite } from "./dialog-write.tsx";
import { Segments } from "./form-parts.tsx";

/** Chooses who pays an event's fees, and shows the resulting price of each ticket type. */
export function FeesDialog({ setup, onClose }: { setup: TicketSetup; onClose: () => void }) {
  const { id, fees } = setup.event;
  const [kind, setKind] = useState(fees.kind);
  const [percent, setPercent] = useState(fees.kind === "passed_on" ? String(fees.percentHundredths / 100) : "");
  const [amount, setAmount] = useState(fees.kind === "passed_on" ? writeAmount(fees.ticketCents) : "");
  const { send, fieldErrors, setFieldErrors, failure, isSaving } = useDialogWrite(id, onClose);
  const { rule, wrong } = readRule(kind, percent, amount);

  function save(submission: FormEvent) {
    submission.preventDefault();
    if (rule === undefined) return setFieldErrors(wrong);
    void send({ method: "PUT", path: `/api/admin/events/${id}/fees`, body: rule });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Fees"
      description="Buyers always see one all-in price from the first page. Existing orders keep their prices."
    >
      <form noValidate onSubmit={save} className="grid gap-5">
        <Segments
          label="Who pays the fees"
          value={kind}
          onChange={setKind}
          choices={[
            { value: "absorbed", label: "Organizer" },
            { value: "passed_on", label: "Buyers" },
            { value: "by_type", label: "By type" },
          ]}
        />
        {kind === "passed_on" && (
          <div className="grid grid-cols-2 items-start gap-4">
            <Field label="Percent" hint="Of the price you set" error={fieldErrors.percentHundredths}>
              <Input
                inputMode="decimal"
                autoComplete="off"
                value={percent}
                onChange={(e) => setPercent(e.target.value)}
              />
            </Field>
            <Field label="Plus, per ticket" error={fieldErrors.ticketCents}>
              <MoneyInput value={amount} onChange={(e) => setAmount(e.target.value)} />
            </Field>
          </div>
        )}
        {kind === "by_type" && (
          <p className="text-sm text-muted">Each ticket type sets how much of its price is fees.</p>
        )}
        {rule && <PricesThen setup={setup} rule={rule} />}
        <DialogEnd failure={failure} isSaving={isSaving}>
          {null}
        </DialogEnd>
      </form>
    </Dialog>
  );
}

function readRule(
  kind: FeeRule["kind"],
  percent: string,
  amount: string,
): { rule: FeeRule | undefined; wrong: Record<string, string> } {
  if (kind !== "passed_on") return { rule: { kind }, wrong: {} };
  const hundredths = readAmount(percent.replace("%", "").trim() || "0");
  const cents = readAmount(amount.trim() || "0");
  const wrong = {
    ...(hundredths === undefined || hundredths > 5000 ? { percentHundredths: "Enter a number from 0 to 50" } : {}),
    ...(cents === undefined || cents > 100_000 ? { ticketCents: "Enter an amount from 0 to 1,000, like 0.99" } : {}),
  };
  const isRead = Object.keys(wrong).length === 0;
  return {
    rule: isRead ? { kind, percentHundredths: hundredths!, ticketCents: cents! } : undefined,
    wrong,
  };
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
