import type { AdminFulfillment } from "#contract/fulfillment/admin.ts";
import { carrierNames, type Carrier } from "#contract/fulfillment/fulfillment.ts";
import { failureText, showSuccess, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { useIdempotentSend } from "#web/features/refunds/form-parts.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { itemCount } from "./labels.ts";
import { allUnits, UnitChoice, unitsOf, type Units } from "./unit-choice.tsx";

type DialogProps = { orderId: string; fulfillment: AdminFulfillment; onClose: () => void };
type ParcelValues = { units: Units; carrier: Carrier; tracking: string };

const carriers = Object.entries(carrierNames);
/** The units that are still to be sent. */
const openLines = ({ lines }: AdminFulfillment) =>
  lines.filter(({ toSend }) => toSend > 0).map(({ lineId, name, toSend }) => ({ lineId, name, max: toSend }));
const countOf = (units: Units) => unitsOf(units).reduce((sum, { quantity }) => sum + quantity, 0);

/** Records a parcel: which units, by whom, and its tracking number. The buyer gets an email. */
export function ShipDialog({ orderId, fulfillment, onClose }: DialogProps) {
  const write = useAdminWrite();
  const sendOnce = useIdempotentSend();
  const lines = openLines(fulfillment);
  const form = useZodForm<ParcelValues>({
    defaults: { units: allUnits(lines), carrier: "usps", tracking: "" },
    failureText,
    submit: async ({ units, carrier, tracking }) => {
      const body = { carrier, tracking: tracking.trim(), units: unitsOf(units) };
      const params = { id: orderId };
      await sendOnce((key) => write("POST /api/admin/orders/{id}/shipments", { params, body, key }));
      showSuccess("Parcel recorded", "We're emailing the buyer.");
    },
    onSent: onClose,
  });
  const count = countOf(form.values.units);
  return (
    <FormDialog
      form={form}
      title="Ship items"
      description={fulfillment.address.length > 0 ? fulfillment.address.join(" · ") : "This order has no address."}
      action={count === 0 ? "Ship" : `Ship ${itemCount(count)}`}
      disabled={count === 0}
      onClose={onClose}
    >
      <UnitChoice legend="In this parcel" lines={lines} {...form.bind("units")} />
      <SelectField label="Carrier" options={carriers} {...form.field("carrier")} />
      <TextField label="Tracking number" maxLength={60} autoComplete="off" {...form.field("tracking")} />
    </FormDialog>
  );
}

/** Records that items were handed over without scanning the code. */
export function HandOverDialog({ orderId, fulfillment, onClose }: DialogProps) {
  const write = useAdminWrite();
  const sendOnce = useIdempotentSend();
  const lines = openLines(fulfillment);
  const form = useZodForm<{ units: Units }>({
    defaults: { units: allUnits(lines) },
    failureText,
    submit: async ({ units }) => {
      const handover = { params: { id: orderId }, body: { units: unitsOf(units) } };
      await sendOnce((key) => write("POST /api/admin/orders/{id}/handovers", { ...handover, key }));
      showSuccess("Handed over");
    },
    onSent: onClose,
  });
  const count = countOf(form.values.units);
  return (
    <FormDialog
      form={form}
      title="Hand over items"
      description="For a buyer who is here without the pickup code. At the door, scan the code instead."
      action={count === 0 ? "Hand over" : `Hand over ${itemCount(count)}`}
      disabled={count === 0}
      onClose={onClose}
    >
      <UnitChoice legend="Items" lines={lines} {...form.bind("units")} />
    </FormDialog>
  );
}

type TrackingProps = { orderId: string; parcel: AdminFulfillment["parcels"][number]; onClose: () => void };

/** Changes who delivers a parcel, and its number. */
export function TrackingDialog({ orderId, parcel, onClose }: TrackingProps) {
  const write = useAdminWrite();
  const form = useZodForm<{ carrier: Carrier; tracking: string; notify: boolean }>({
    defaults: { carrier: parcel.carrier, tracking: parcel.tracking ?? "", notify: true },
    failureText,
    submit: async ({ carrier, tracking, notify }) => {
      const body = { carrier, tracking: tracking.trim(), notify };
      const params = { id: orderId, shipmentId: parcel.id };
      await write("PUT /api/admin/orders/{id}/shipments/{shipmentId}", { params, body });
      showSuccess("Tracking changed", notify ? "We're emailing the buyer." : "");
    },
    onSent: onClose,
  });
  return (
    <FormDialog form={form} title="Change tracking" action="Save" onClose={onClose}>
      <SelectField label="Carrier" options={carriers} {...form.field("carrier")} />
      <TextField label="Tracking number" maxLength={60} autoComplete="off" {...form.field("tracking")} />
      <Checkbox label="Email the buyer" {...form.register("notify")} />
    </FormDialog>
  );
}
