import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { AdminTicketType, TicketSetup } from "#contract/ticket-types.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PriceTiersDialog } from "./price-tiers-dialog.tsx";
import { Fees } from "./fees.tsx";
import { SharedCapacity } from "./shared-capacity.tsx";
import { setupQuery } from "./queries.ts";
import { TypeDrawer } from "./type-drawer.tsx";
import { emptyForm, type TypeForm } from "./type-form.ts";
import { TypeList } from "./type-list.tsx";

/** What an event sells: its ticket types in order, and their shared capacity. */
export function TicketSetupTab({ event }: { event: { id: number } }) {
  const { data: setup, error, refetch } = useQuery(setupQuery(event.id));
  if (setup) return <SetupView setup={setup} isOld={error !== null} />;
  if (!error) return <Skeleton className="h-80" />;
  return (
    <Callout tone="bad" title={failureText(error)}>
      <Button size="sm" variant="outline" className="mt-2" onClick={() => void refetch()}>
        Try again
      </Button>
    </Callout>
  );
}

/** @param isOld true while the numbers cannot be refreshed */
function SetupView({ setup, isOld }: { setup: TicketSetup; isOld: boolean }) {
  const [subject, setSubject] = useState<AdminTicketType | TypeForm | "price-tiers">();
  const close = () => setSubject(undefined);
  return (
    <div className="grid gap-10">
      {isOld && (
        <Callout tone="soon" title="No connection: numbers may be out of date">
          They'll update automatically once the site responds.
        </Callout>
      )}
      <section aria-labelledby="ticket-types" className="grid gap-4">
        <div className="grid gap-3">
          <h2 id="ticket-types" className="display text-display-md">
            Ticket types
          </h2>
          <QuickAdd onStart={setSubject} />
        </div>
        {setup.types.length === 0 ? (
          <EmptyState
            title="Nothing is on sale yet"
            text="Start with a ticket type of your own, or with three price tiers that open one after another."
          />
        ) : (
          <TypeList setup={setup} onEdit={setSubject} />
        )}
      </section>
      <Fees setup={setup} />
      <SharedCapacity setup={setup} />
      {subject === "price-tiers" && <PriceTiersDialog setup={setup} onClose={close} />}
      {typeof subject === "object" && <TypeDrawer setup={setup} subject={subject} onClose={close} />}
    </div>
  );
}

/** What most events sell. */
const presets: [string, Partial<TypeForm>][] = [
  ["Paid", { name: "General admission" }],
  ["Free", { name: "RSVP", pricing: "free", maxPerPerson: "4", maxPerOrder: "4" }],
  ["Pay what you want", { name: "Pay what you want", pricing: "open", minimum: "5" }],
  ["Package", { name: "Table for four", ticketsPerUnit: "4", capacity: "10", maxPerOrder: "2" }],
];

function QuickAdd({ onStart }: { onStart: (subject: TypeForm | "price-tiers") => void }) {
  return (
    <div role="group" aria-label="Add a ticket type" className="flex flex-wrap gap-2">
      {presets.map(([label, form], index) => (
        <Button
          key={label}
          variant={index === 0 ? "gold" : "outline"}
          onClick={() => onStart({ ...emptyForm, ...form })}
        >
          <Plus aria-hidden="true" className="size-4.5" /> {label}
        </Button>
      ))}
      <Button variant="outline" onClick={() => onStart("price-tiers")}>
        <Plus aria-hidden="true" className="size-4.5" /> Price tiers
      </Button>
    </div>
  );
}
