import { clsx } from "clsx";
import { ChevronLeft, ChevronRight, Sun, X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { KeyboardEvent } from "react";
import type { MyTicket } from "#contract/tickets.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useWakeLock } from "#web/lib/full-screen.ts";
import { useStrip } from "#web/lib/use-strip.ts";
import { IconButton } from "#web/ui/button.tsx";
import { useFocusBack } from "#web/ui/use-focus-back.ts";
import { QrCode } from "#web/ui/qr-code.tsx";
import { streamPassText, spacedCode, usedText } from "./ticket-text.ts";
import { cardPosterSizes, TicketHeader } from "./ticket-header.tsx";

/** A ticket to show at the door: an all-white screen with a large code. A swipe or an arrow key shows the next one. */
export function TicketViewer({ tickets, start, onClose }: { tickets: MyTicket[]; start: number; onClose: () => void }) {
  const { strip, index, go, follow } = useStrip(tickets.length, start);
  const event = tickets[0]?.event;
  const focusBack = useFocusBack();
  useWakeLock();

  function steer({ key }: KeyboardEvent) {
    if (key === "ArrowRight") go(index + 1);
    if (key === "ArrowLeft") go(index - 1);
  }

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Content
          {...focusBack}
          aria-describedby={undefined}
          onKeyDown={steer}
          data-theme="light"
          className="fixed inset-0 z-50 flex animate-fade flex-col bg-[#ffffff] text-on-gold focus:outline-none"
        >
          <header className="flex items-start justify-between gap-3 py-2 pr-3 pl-5 pt-[max(0.75rem,env(safe-area-inset-top))]">
            {event && (
              <TicketHeader
                event={event}
                title={<Radix.Title className="display line-clamp-2 text-display-sm">{event.title}</Radix.Title>}
                sizes={cardPosterSizes}
              />
            )}
            <Radix.Close className={buttonStyle("quiet", "icon")} aria-label="Close">
              <X className="size-6" />
            </Radix.Close>
          </header>
          <ul
            ref={strip}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling strip must be reachable by keyboard
            tabIndex={0}
            aria-label="Tickets"
            onScroll={follow}
            className="flex min-h-0 flex-1 snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
          >
            {tickets.map((ticket, place) => (
              <li
                key={ticket.id}
                aria-hidden={place !== index || undefined}
                className="grid w-full shrink-0 snap-center snap-always auto-rows-max content-center-safe justify-items-center overflow-y-auto"
              >
                <QrCode
                  code={ticket.code}
                  label={`QR code for ticket ${place + 1} of ${tickets.length}`}
                  className={clsx("w-[min(100vw,max(55dvh,100dvh-18rem),38rem)]!", !opensDoor(ticket) && "opacity-15")}
                />
                <div className="grid justify-items-center gap-1 px-5 text-center">
                  <p className="display text-display-md">{ticket.typeName}</p>
                  <p className="text-lg font-medium">{ticket.holderName}</p>
                  <TicketStatusLine ticket={ticket} />
                  <p className="mt-1 max-w-76 text-sm tracking-[0.06em] text-muted tabular-nums">
                    {spacedCode(ticket.code)}
                  </p>
                </div>
              </li>
            ))}
          </ul>
          <footer className="grid gap-2 px-5 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))]">
            {tickets.length > 1 && <Steps index={index} count={tickets.length} go={go} />}
            <p className="flex items-center justify-center gap-2 text-sm text-muted">
              <Sun className="size-4" /> Turn up your brightness at the door
            </p>
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A code that the scanner would reject is dimmed. A checked-in ticket's code stays clear: door staff may ask for it again. */
const opensDoor = ({ status, isFrozen, isStreamPass }: MyTicket) => status === "valid" && !isFrozen && !isStreamPass;

function TicketStatusLine({ ticket }: { ticket: MyTicket }) {
  if (ticket.status !== "valid") return <p className="font-semibold text-hibiscus">This ticket was {ticket.status}</p>;
  if (ticket.isFrozen) return <p className="font-semibold text-mango">On hold: can't be used for entry</p>;
  if (ticket.isStreamPass) return <p className="font-semibold text-mango">{streamPassText}</p>;
  if (!ticket.admittedAt) return null;
  return <p className="font-semibold text-sea">{usedText(ticket)}</p>;
}

function Steps({ index, count, go }: { index: number; count: number; go: (index: number) => void }) {
  return (
    <div className="flex items-center justify-center gap-6">
      <IconButton
        label="Previous ticket"
        Icon={ChevronLeft}
        variant="outline"
        disabled={index === 0}
        onClick={() => go(index - 1)}
        className="[&>svg]:size-6"
      />
      <p aria-live="polite" className="min-w-20 text-center font-display text-2xl font-bold tabular-nums">
        {index + 1} of {count}
      </p>
      <IconButton
        label="Next ticket"
        Icon={ChevronRight}
        variant="outline"
        disabled={index === count - 1}
        onClick={() => go(index + 1)}
        className="[&>svg]:size-6"
      />
    </div>
  );
}
