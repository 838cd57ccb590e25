import { useQuery } from "@tanstack/react-query";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { DeliveryEditor } from "./delivery-editor.tsx";
import { deliveryQuery } from "./queries.ts";

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
