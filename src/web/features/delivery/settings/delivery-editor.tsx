import { Plus } from "lucide-react";
import { useState } from "react";
import { type DeliverySettings, type ShippingRate, type TaxRate, saveDelivery } from "#contract/delivery/settings.ts";
import { usStates } from "#contract/delivery/us-states.ts";
import { ratesOfState } from "#contract/delivery/rules.ts";
import { SavedMeanwhile, useVersionedForm, type VersionedForm } from "#web/admin-kit/edit-conflict/versioned-form.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { Failure, Loaded } from "#web/admin-kit/read-failure.tsx";
import { showSuccess, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import * as labels from "./labels.ts";
import { DeliveryPreview } from "./preview.tsx";
import { Rows } from "./rows.tsx";
import { useQuery } from "@tanstack/react-query";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";

/** Shipping rates and sales tax. */
const deliveryQuery = () => adminQuery("GET /api/admin/delivery");

const RateDialog = lazyDialog("The rate's form", async () => (await import("./rate-dialog.tsx")).RateDialog);
const TaxDialog = lazyDialog("The tax form", async () => (await import("./tax-dialog.tsx")).TaxDialog);

type Tables = { rates: ShippingRate[]; taxes: TaxRate[] };
type Form = VersionedForm<Tables>;

/** Both tables. Rows are edited one by one and saved together: all of them, or nothing. */
function DeliveryEditor({ settings }: { settings: DeliverySettings }) {
  const write = useAdminWrite();
  const form = useVersionedForm<Tables, Tables, DeliverySettings>({
    schema: saveDelivery.body!.pick({ rates: true, taxes: true }),
    defaults: { rates: settings.rates, taxes: settings.taxes },
    subject: settings,
    deleted: "These settings no longer exist.",
    readLatest: async () => {
      const { version, rates, taxes } = await callApi("GET /api/admin/delivery");
      return { values: { rates, taxes }, version };
    },
    submit: async (body, { version }) => {
      await write("PUT /api/admin/delivery", { body: { ...body, version } });
      showSuccess("Shipping and tax saved");
    },
  });
  return (
    <form {...form.props} className="beside-22 gap-6">
      <div className="grid min-w-0 gap-6">
        <SavedMeanwhile form={form} labels={{ rates: "Shipping rates", taxes: "Sales tax" }} />
        <RatesPanel form={form} />
        <TaxesPanel form={form} />
        <Failure text={form.failure} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" loading={form.isBusy} disabled={!form.isDirty}>
            Save
          </Button>
          {form.isDirty && (
            <Button variant="quiet" onClick={() => form.reset()}>
              Discard
            </Button>
          )}
          <p aria-live="polite" className="text-sm text-muted">
            {form.isDirty ? "Unsaved changes" : "No changes"}
          </p>
        </div>
      </div>
      <DeliveryPreview {...form.values} />
    </form>
  );
}

/** The first message about a row of a table, or of a field in it. */
function errorOf({ formState: { errors } }: Form, table: keyof Tables, index: number): string | undefined {
  const row = errors[table]?.[index] as Record<string, unknown> | undefined;
  if (row === undefined) return undefined;
  if (typeof row.message === "string") return row.message;
  const [field] = Object.values(row) as { message?: string }[];
  return field?.message;
}

/** One table of the form: how to change, add and delete a row. */
function useRows<Table extends keyof Tables>(form: Form, table: Table) {
  type Row = Tables[Table][number];
  const [edited, setEdited] = useState<number>();
  const rows = form.values[table] as Row[];
  const change = (next: Row[]) => {
    form.clearErrors();
    form.setValue(table, next as never, { shouldDirty: true });
  };
  return {
    rows,
    edited,
    setEdited,
    remove: (index: number) => change(rows.filter((_, each) => each !== index)),
    done: (row: Row) => {
      change(edited === rows.length ? [...rows, row] : rows.map((each, index) => (index === edited ? row : each)));
      setEdited(undefined);
    },
  };
}

function RatesPanel({ form }: { form: Form }) {
  const { rows, edited, setEdited, remove, done } = useRows(form, "rates");
  const add = (
    <Button variant="outline" size="sm" onClick={() => setEdited(rows.length)}>
      <Plus className="size-4.5" /> Add rate
    </Button>
  );
  const left = Object.keys(usStates).filter((state) => ratesOfState(rows, state).length === 0);
  return (
    <Panel title="Shipping rates" text="Buyers choose among the rates for their state and the weight of their order.">
      {rows.length === 0 ? (
        <EmptyState
          title="Nothing is shipped yet"
          text="Without rates, buyers can only pick up merch at an event. Add one rate for everywhere to start."
          action={add}
        />
      ) : (
        <>
          <Rows
            head={["Name", "Where", "Weight", "Price"]}
            rows={rows.map((rate, index) => ({
              index,
              name: rate.name,
              cells: [rate.name, labels.placesLabel(rate), labels.weightsLabel(rate), labels.priceLabel(rate)],
              error: errorOf(form, "rates", index),
            }))}
            onEdit={setEdited}
            onDelete={remove}
          />
          {left.length > 0 && (
            <p className="text-sm text-muted">
              You don't ship to{" "}
              {left.length > 5 ? `${left.length} states and territories` : left.map(labels.stateName).join(", ")}.
            </p>
          )}
          <div>{add}</div>
        </>
      )}
      {edited !== undefined && <RateDialog row={rows[edited]} onClose={() => setEdited(undefined)} onDone={done} />}
    </Panel>
  );
}

function TaxesPanel({ form }: { form: Form }) {
  const { rows, edited, setEdited, remove, done } = useRows(form, "taxes");
  const add = (
    <Button variant="outline" size="sm" onClick={() => setEdited(rows.length)}>
      <Plus className="size-4.5" /> Add tax
    </Button>
  );
  return (
    <Panel
      title="Sales tax"
      text="By where an order goes. A ZIP Code range counts before its state, a category before everything. Tickets and downloads without an address aren't taxed here."
    >
      {rows.length === 0 ? (
        <EmptyState
          title="No sales tax yet"
          text="Nothing is added to any order. Add the states where you collect sales tax."
          action={add}
        />
      ) : (
        <>
          <Rows
            head={["Where", "What", "Rate"]}
            rows={rows
              .map((tax, index) => ({
                index,
                name: `tax for ${labels.destinationLabel(tax)}`,
                cells: [
                  labels.destinationLabel(tax),
                  tax.category === null ? "Everything" : labels.categoryLabels[tax.category],
                  labels.taxLabel(tax),
                ],
                error: errorOf(form, "taxes", index),
              }))
              .toSorted((some, other) => String(some.cells[0]).localeCompare(String(other.cells[0])))}
            onEdit={setEdited}
            onDelete={remove}
          />
          <div>{add}</div>
        </>
      )}
      {edited !== undefined && <TaxDialog row={rows[edited]} onClose={() => setEdited(undefined)} onDone={done} />}
    </Panel>
  );
}

/** What shipping costs and what sales tax is due. */
export function DeliverySection() {
  return (
    <AdminShell
      title="Shipping & tax"
      description="Shipping rates and sales tax."
      lead="Used for every new order right away. Placed orders keep what they were charged."
    >
      <Loaded query={useQuery(deliveryQuery())} title="We couldn't load shipping and tax" className="h-96">
        {(settings) => <DeliveryEditor key={settings.version} settings={settings} />}
      </Loaded>
    </AdminShell>
  );
}
