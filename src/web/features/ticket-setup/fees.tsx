import { useState } from "react";
import type { TicketSetup } from "#contract/ticket-types.ts";
import { Button } from "#web/ui/button.tsx";
import { FeesDialog } from "./fees-dialog.tsx";
import { feeLabels } from "./labels.ts";

/** Who pays the event's fees. */
export function Fees({ setup }: { setup: TicketSetup }) {
  const [isOpen, setOpen] = useState(false);
  const { title, text } = feeLabels(setup.event.fees, setup.event.currency);
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
      {isOpen && <FeesDialog setup={setup} onClose={() => setOpen(false)} />}
    </section>
  );
}
