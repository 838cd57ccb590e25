import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type AdminVariant, StockAdjustment } from "#contract/shop/products.ts";
import { counted } from "#web/admin-kit/figures.tsx";
import { failureText, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Moment } from "#web/admin-kit/moment.tsx";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { wholeOf } from "#web/lib/amounts.ts";
import { FormDialog } from "#web/ui/form-end.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { stockReasons } from "../labels.tsx";
import { stockChangesQuery } from "../queries.ts";

type Reason = StockAdjustment["reason"];
type StockForm = { reason: Reason; units: string; note: string };

const reasons = Object.entries(stockReasons).filter(([name]) => name !== "opening");
const unitLabels = { adds: "Units to add", removes: "Units to remove", counts: "Units on hand now" };

/** Receives, counts or writes off units of a variant, and shows what changed its stock before. It is saved at once. */
export function StockDialog({ variant, onClose }: { variant: AdminVariant; onClose: () => void }) {
  const write = useAdminWrite();
  // The same until it succeeds: sending again after a lost connection counts once.
  const key = useRef<string>(undefined);
  const [done, setDone] = useState("");
  const form = useZodForm<StockForm, StockAdjustment>({
    schema: StockAdjustment,
    bodyOf: ({ reason, units, note }) => {
      const typed = wholeOf(units) ?? Number.NaN;
      return { reason, units: stockReasons[reason].way === "removes" ? -Math.abs(typed) : typed, note };
    },
    defaults: { reason: "received", units: "", note: "" },
    messages: { units: "Enter a whole number" },
    failureText,
    submit: async (body) => {
      key.current ??= crypto.randomUUID();
      setDone("");
      const { stock } = await write("POST /api/admin/variants/{id}/stock", {
        params: { id: variant.id },
        body,
        key: key.current,
      });
      key.current = undefined;
      setDone(`Stock changed: ${counted(stock.capacity - stock.sold, "unit")} on hand`);
      form.reset();
    },
  });
  const { way } = stockReasons[form.values.reason];
  const { capacity, sold, held } = variant.stock;
  const name = variant.options.join(" / ") || variant.sku;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Stock of ${name}`}
      description={
        variant.left === null
          ? "It doesn't run out. Count it to set a number."
          : `${capacity - sold} on hand${held > 0 ? `, ${held} of them on hold` : ""}. ${sold} sold.`
      }
      action="Change stock"
      cancel="Done"
      roomy
    >
      <div className="grid grid-cols-2 items-start gap-4">
        <SelectField
          label="Reason"
          {...form.field("reason")}
          options={reasons.map(([value, { label }]) => [value, label])}
        />
        <TextField
          label={unitLabels[way]}
          required
          hint={way === "counts" ? "Leave out units that are sold and not sent yet" : undefined}
          {...form.field("units")}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <TextField label="Note" {...form.field("note")} maxLength={200} autoComplete="off" />
      {/* No toast: Escape would close it instead of the dialog. */}
      <p role="status" className="text-sm font-medium text-sea empty:hidden">
        {done}
      </p>
      <StockHistory variantId={variant.id} />
    </FormDialog>
  );
}

function StockHistory({ variantId }: { variantId: number }) {
  const query = useQuery(stockChangesQuery(variantId));
  return (
    <section aria-label="History" className="grid gap-2">
      <h3 className="text-sm font-semibold">History</h3>
      <ReadFailure label="The history" query={query} />
      <ol className="grid max-h-60 gap-2 overflow-y-auto text-sm">
        {query.data?.items.map(({ id, at, reason, units, onHand, note, by }) => (
          <li key={id} className="grid grid-cols-[4rem_minmax(0,1fr)_auto] gap-x-3 border-t border-line pt-2">
            <span className="text-right font-semibold tabular-nums">{units > 0 ? `+${units}` : units}</span>
            <span>
              {stockReasons[reason].label}
              {note && <span className="text-muted"> · {note}</span>}
              <span className="block text-muted">
                <Moment at={at} />
                {by && ` · ${by}`}
              </span>
            </span>
            <span className="text-muted tabular-nums">{onHand} on hand</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
