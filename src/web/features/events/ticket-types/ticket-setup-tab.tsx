import { TextField } from "#web/ui/field.tsx";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { type AdminTicketType, TicketTypeInput } from "#contract/events/ticket-types.ts";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { Fees } from "./fees.tsx";
import { SetupContext, setupQuery, useTicketSetup } from "./queries.ts";
import { SharedCapacity } from "./shared-capacity.tsx";
import { TypeDrawer } from "./type-drawer.tsx";
import { emptyForm, type TypeForm, inputOf } from "./type-form.ts";
import { TypeList } from "./type-list.tsx";

/** What an event sells: its ticket types in order, and their shared capacity. */
export function TicketSetupTab({ event }: { event: { id: number } }) {
  const { data: setup, error, refetch } = useQuery(setupQuery(event.id));
  if (setup)
    return (
      <SetupContext value={setup}>
        <SetupView isOld={error !== null} />
      </SetupContext>
    );
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
function SetupView({ isOld }: { isOld: boolean }) {
  const { types } = useTicketSetup();
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
        {types.length === 0 ? (
          <EmptyState
            title="Nothing is on sale yet"
            text="Start with a ticket type of your own, or with three price tiers that open one after another."
          />
        ) : (
          <TypeList onEdit={setSubject} />
        )}
      </section>
      <Fees />
      <SharedCapacity />
      {subject === "price-tiers" && <PriceTiersDialog onClose={close} />}
      {typeof subject === "object" && <TypeDrawer subject={subject} onClose={close} />}
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
          <Plus className="size-4.5" /> {label}
        </Button>
      ))}
      <Button variant="outline" onClick={() => onStart("price-tiers")}>
        <Plus className="size-4.5" /> Price tiers
      </Button>
    </div>
  );
}

/** Early bird, then general, then door: each opens when the one before it sells out. */
const usualTiers = [
  { name: "Early bird", price: "30", capacity: "50" },
  { name: "General admission", price: "45", capacity: "200" },
  { name: "Door", price: "60", capacity: "50" },
];

const typeOf = (tier: (typeof usualTiers)[number], before?: number) =>
  inputOf({ ...emptyForm, ...tier, opens: before ? "after" : "at_once", opensAfterId: String(before) });

/** Three price tiers at once, each opening when the one before it sells out. */
function PriceTiersDialog({ onClose }: { onClose: () => void }) {
  const [createdIds, setCreatedIds] = useState<number[]>([]);
  const { event, write } = useTicketSetup();
  const form = useZodForm({
    defaults: { tiers: usualTiers },
    failureText,
    submit: async ({ tiers }): Promise<void> => {
      const unclear = tiers.find((tier) => !TicketTypeInput.safeParse(typeOf(tier)).success);
      const message = `${unclear?.name || "Each tier"} needs a name, a price and a quantity.`;
      if (unclear) return form.setError("root", { message });
      // Tiers created before a failure stay: the next press continues after them.
      const ids = [...createdIds];
      try {
        for (const tier of tiers.slice(ids.length)) {
          const { types } = await write("POST /api/admin/events/{id}/ticket-types", {
            params: { id: event.id },
            body: TicketTypeInput.parse(typeOf(tier, ids.at(-1))),
          });
          ids.push(types.at(-1)!.id);
        }
      } finally {
        setCreatedIds(ids);
      }
      onClose();
    },
  });

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      hasCancel={false}
      title="Price tiers"
      description="Each opens automatically when the one before it sells out."
      action="Add tiers"
    >
      <div className="grid gap-4">
        {usualTiers.map(({ name }, index) => (
          <fieldset
            key={name}
            disabled={index < createdIds.length}
            className="grid grid-cols-[minmax(0,1fr)_min(5rem,28%)_min(5rem,28%)] items-start gap-2"
          >
            <legend className="sr-only">Tier {index + 1}</legend>
            <TextField label={`${index + 1}. Name`} {...form.field(`tiers.${index}.name`)} maxLength={80} />
            <TextField label="Price" {...form.field(`tiers.${index}.price`)} inputMode="decimal" />
            <TextField label="Quantity" {...form.field(`tiers.${index}.capacity`)} inputMode="numeric" />
          </fieldset>
        ))}
      </div>
    </FormDialog>
  );
}
