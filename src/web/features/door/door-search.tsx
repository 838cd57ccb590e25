import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import type { DoorEvent, DoorTicket } from "#contract/door/door.ts";
import type { DoorPickup } from "#contract/fulfillment/pickups.ts";
import { CallError } from "#web/lib/call.ts";
import { formatTime } from "#web/lib/dates.ts";
import { useSettled } from "#web/lib/use-settled.ts";
import { Badge, type BadgeLabel, StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field, Input } from "#web/ui/field.tsx";
import { doorPickupsQuery, doorTicketsQuery } from "./queries.ts";
import { TicketScans } from "./scan-history.tsx";
import type { createScanner } from "./scanner.ts";
import { UndoCheckIn, type Undoing } from "./undo-check-in.tsx";
import { codeLength, completeCode, isCodeLike, tidyCode, typedCode } from "./verdict-labels.ts";

const pauseMs = 250;
const busyTexts = { busy: "The last ticket is still being checked.", held: "This ticket was just checked." };

type Scanner = Pick<ReturnType<typeof createScanner>, "enter" | "choose">;
type DoorSearchProps = { event: DoorEvent; scanner: Scanner; undo: Undoing; children: ReactNode };

/**
 * One field for guests without a code that scans: it accepts a typed code, in any letter case and spacing, or finds
 * tickets by name, email or order number. A complete code counts without a further key, because a scanner may type into
 * the field too. The tickets take the place of `children`.
 */
export function DoorSearch({ event, scanner, undo, children }: DoorSearchProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  /** A complete code was just taken: the Enter or Tab that the scanner presses after it means nothing. */
  const wasTaken = useRef(false);
  const words = text.trim();
  const isSearch = words.length >= 2 && !isCodeLike(words);

  function write(next: string) {
    const code = typedCode(next);
    wasTaken.current = code !== undefined;
    setText(next);
    setError(undefined);
    if (code !== undefined) finish(scanner.enter(code));
  }

  function skipEnd(e: KeyboardEvent) {
    if (!wasTaken.current || (e.key !== "Enter" && e.key !== "Tab")) return;
    e.preventDefault();
    wasTaken.current = false;
  }

  function submit(e: FormEvent) {
    e.preventDefault();
    if (isSearch) return;
    if (!isCodeLike(words)) return setError("Enter a name, an email, an order number or a ticket's code.");
    const code = completeCode(words);
    if (code === undefined) {
      return setError(`A code has ${codeLength} letters and digits. This one has ${tidyCode(words).length}.`);
    }
    finish(scanner.enter(code));
  }

  function finish(answer: "sent" | "busy" | "held") {
    if (answer === "sent") setText("");
    else setError(busyTexts[answer]);
  }

  return (
    <>
      <form onSubmit={submit} noValidate role="search">
        <Field label="Name, email, order or code" error={error}>
          <div className="flex gap-2">
            <Input
              value={text}
              onChange={(e) => write(e.target.value)}
              onKeyDown={skipEnd}
              maxLength={100}
              placeholder="Search or type a code"
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              className="min-w-0"
            />
            <Button type="submit" className="min-h-12">
              Find
            </Button>
          </div>
        </Field>
      </form>
      {isSearch ? (
        <Found
          event={event}
          words={words}
          undo={undo}
          onChoose={(id) => finish(scanner.choose(id))}
          // The words stay: the list shows then that it was handed over.
          onPickup={(code) => void scanner.enter(code)}
        />
      ) : (
        children
      )}
    </>
  );
}

type FoundProps = {
  event: DoorEvent;
  words: string;
  undo: Undoing;
  onChoose: (ticketId: number) => void;
  onPickup: (code: string) => void;
};

/** The tickets and pickups that the words find. */
function Found({ event, words, undo, onChoose, onPickup }: FoundProps) {
  const settledWords = useSettled(words, pauseMs);
  const { data, error: ticketsError, isFetching, refetch } = useQuery(doorTicketsQuery(event.id, settledWords));
  const found = useQuery(doorPickupsQuery(event.id, settledWords));
  const error = ticketsError ?? found.error;
  const isSettled = settledWords === words && !isFetching && !found.isFetching;
  const tickets = data?.items ?? [];
  const pickups = found.data?.items ?? [];
  return (
    <section aria-label="Tickets found" aria-busy={!isSettled}>
      <p role="status" className="sr-only">
        {isSettled && data && !error
          ? `Tickets found: ${tickets.length}${pickups.length > 0 ? `, pickups: ${pickups.length}` : ""}`
          : ""}
      </p>
      {error && isSettled ? (
        <div role="alert" className="grid justify-items-start gap-3">
          <p>
            {error instanceof CallError
              ? "The search isn't responding. Try again in a moment."
              : "No connection. You can still scan: the scanner keeps trying."}
          </p>
          <Button
            variant="outline"
            size="sm"
            className="min-h-11"
            onClick={() => void Promise.all([refetch(), found.refetch()])}
          >
            Try again
          </Button>
        </div>
      ) : (
        tickets.length + pickups.length === 0 && (
          <p className="text-muted">
            {isSettled
              ? `No tickets or pickups for “${words}” at this event. An email has to be complete.`
              : "Searching…"}
          </p>
        )
      )}
      <ul className="divide-y divide-line">
        {tickets.map((ticket) => (
          <FoundTicket key={ticket.id} ticket={ticket} event={event} undo={undo} onChoose={() => onChoose(ticket.id)} />
        ))}
      </ul>
      {pickups.length > 0 && (
        <ul aria-label="Pickups found" className="divide-y divide-line border-t border-line">
          {pickups.map((pickup) => (
            <FoundPickup key={pickup.code} pickup={pickup} onOpen={() => onPickup(pickup.code)} />
          ))}
        </ul>
      )}
      {(data?.isMore || found.data?.isMore) && (
        <p className="pt-2 text-sm text-muted">There are more. Type more of the name.</p>
      )}
    </section>
  );
}

const closed: Record<Exclude<DoorTicket["status"], "valid" | "in">, BadgeLabel> = {
  on_hold: { label: "On hold", tone: "gone" },
  canceled: { label: "Canceled", tone: "gone" },
  refunded: { label: "Refunded", tone: "gone" },
  stream_pass: { label: "Live stream only", tone: "gone" },
};

type FoundPickupProps = { pickup: DoorPickup; onOpen: () => void };

/** Opens as its code would, so it is handed over or undone there. */
function FoundPickup({ pickup: { buyerName, orderNumber, what, status }, onOpen }: FoundPickupProps) {
  const isOpen = status === "to_pick_up" || status === "partly_picked_up";
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold wrap-anywhere">{buyerName}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {what} · <span className="whitespace-nowrap">{orderNumber}</span>
        </p>
      </div>
      {!isOpen && <Badge tone="soon">{status === "picked_up" ? "Picked up" : "Nothing left"}</Badge>}
      <Button
        variant={isOpen ? undefined : "outline"}
        className="min-h-12"
        aria-label={`${isOpen ? "Hand over" : "Show"} ${orderNumber} of ${buyerName}`}
        onClick={onOpen}
      >
        {isOpen ? "Hand over" : "Show"}
      </Button>
    </li>
  );
}

type FoundTicketProps = { ticket: DoorTicket; event: DoorEvent; undo: Undoing; onChoose: () => void };

function FoundTicket({ ticket, event, undo, onChoose }: FoundTicketProps) {
  const [showsScans, setShowsScans] = useState(false);
  const { id, holderName, typeName, orderNumber, status, admittedAt, gate } = ticket;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold wrap-anywhere">{holderName}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {typeName} · <span className="whitespace-nowrap">{orderNumber}</span>
          {admittedAt && ` · ${formatTime(admittedAt, event.timeZone)}${gate ? `, ${gate}` : ""}`}
        </p>
      </div>
      {status === "valid" && (
        <Button className="min-h-12" aria-label={`Check in ${holderName}, ${typeName}`} onClick={onChoose}>
          Check in
        </Button>
      )}
      {status === "in" && <Badge tone="soon">Already in</Badge>}
      {status === "in" && admittedAt && <UndoCheckIn checkIn={{ ticketId: id, holderName, admittedAt }} {...undo} />}
      {status !== "valid" && status !== "in" && <StatusBadge {...closed[status]} />}
      <Button
        variant="quiet"
        size="sm"
        className="min-h-11"
        aria-expanded={showsScans}
        aria-label={`Scans of ${holderName}, ${typeName}`}
        onClick={() => setShowsScans(!showsScans)}
      >
        Scans
      </Button>
      {showsScans && (
        <div className="basis-full">
          <TicketScans eventId={event.id} ticketId={id} />
        </div>
      )}
    </li>
  );
}
