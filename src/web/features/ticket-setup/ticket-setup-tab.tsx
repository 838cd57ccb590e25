import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { DeskTicketType, TicketSetup } from "#contract/ticket-types.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ChainDialog } from "./chain-dialog.tsx";
import { Fees } from "./fees.tsx";
import { Places } from "./places.tsx";
import { starts } from "./presets.ts";
import { setupQuery } from "./queries.ts";
import { TypeDrawer } from "./type-drawer.tsx";
import type { TypeForm } from "./type-form.ts";
import { TypeList } from "./type-list.tsx";

/** What a night sells: its ticket types in order, and the places that they share. */
export function TicketSetupTab({ eventId }: { eventId: number }) {
  const { data: setup, error, refetch } = useQuery(setupQuery(eventId));
  if (setup) return <SetupView setup={setup} isOld={error !== null} />;
  if (!error) return <Skeleton className="h-80" />;
  return (
    <Notice tone="bad" title={failureText(error)}>
      <Button size="sm" variant="outline" className="mt-2" onClick={() => void refetch()}>
        Try again
      </Button>
    </Notice>
  );
}

/** @param isOld true while the numbers cannot be read anew */
function SetupView({ setup, isOld }: { setup: TicketSetup; isOld: boolean }) {
  const [subject, setSubject] = useState<DeskTicketType | TypeForm>();
  const [isChain, setChain] = useState(false);

  function open(next: DeskTicketType | TypeForm | "chain") {
    if (next === "chain") setChain(true);
    else setSubject(next);
  }

  function close() {
    setSubject(undefined);
    setChain(false);
  }

  return (
    <div className="grid gap-10">
      {isOld && (
        <Notice tone="soon" title="No connection: these numbers may be old">
          They come up to date by themselves as soon as the site answers again.
        </Notice>
      )}
      <section aria-labelledby="ticket-types" className="grid gap-4">
        <div className="grid gap-3">
          <h2 id="ticket-types" className="display text-display-md">
            Ticket types
          </h2>
          <QuickAdd onStart={open} onChain={() => open("chain")} />
        </div>
        {setup.types.length === 0 ? (
          <EmptyState
            title="Nothing is on sale yet"
            text="Begin with a type of your own, or with three releases that open one after the other."
          />
        ) : (
          <TypeList setup={setup} onEdit={open} />
        )}
      </section>
      <Fees setup={setup} />
      <Places setup={setup} />
      {subject && <TypeDrawer key={keyOf(subject)} setup={setup} subject={subject} onClose={close} />}
      {isChain && <ChainDialog setup={setup} onClose={close} />}
    </div>
  );
}

const keyOf = (subject: DeskTicketType | TypeForm) => ("id" in subject ? subject.id : subject.name);

function QuickAdd({ onStart, onChain }: { onStart: (form: TypeForm) => void; onChain: () => void }) {
  return (
    <div role="group" aria-label="Add a ticket type" className="flex flex-wrap gap-2">
      {starts.map(({ key, label, form }) => (
        <Button key={key} variant={key === "paid" ? "gold" : "outline"} onClick={() => onStart(form)}>
          <Plus aria-hidden="true" className="size-4.5" /> {label}
        </Button>
      ))}
      <Button variant="outline" onClick={onChain}>
        <Plus aria-hidden="true" className="size-4.5" /> Early bird, general, door
      </Button>
    </div>
  );
}
