import { useState } from "react";
import type { TicketType } from "#contract/events.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Field } from "#web/ui/field.tsx";
import { readAmount } from "#web/lib/amounts.ts";
import { MoneyInput } from "#web/ui/money-input.tsx";

export type OpenPriceProps = {
  type: TicketType;
  amountCents: number | undefined;
  onChange: (change: { amountCents?: number; isUnclear: boolean }) => void;
};

/** Pay what you want, above a minimum. An invalid amount or one below the minimum is never passed on. */
export function OpenPrice({ type, amountCents, onChange }: OpenPriceProps) {
  const minimum = type.minimumCents ?? 0;
  const [text, setText] = useState(((amountCents ?? minimum) / 100).toFixed(2));
  const cents = readAmount(text);
  const isFine = cents !== undefined && cents >= minimum;

  function change(next: string) {
    setText(next);
    const read = readAmount(next);
    onChange(read !== undefined && read >= minimum ? { amountCents: read, isUnclear: false } : { isUnclear: true });
  }

  return (
    <Field
      label="Your price per ticket"
      hint={
        minimum > 0
          ? `${formatMoney(minimum, type.currency)} or more. It's up to you.`
          : "It's up to you. Free is fine too."
      }
      error={isFine ? undefined : `Enter an amount of ${formatMoney(minimum, type.currency)} or more`}
      className="max-w-56"
    >
      <MoneyInput value={text} onChange={(e) => change(e.target.value)} className="text-lg font-semibold" />
    </Field>
  );
}
