import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ClaimLink, ClaimStatus } from "#contract/comps/links.ts";
import { TicketHeader } from "#web/features/tickets/ticket-header.tsx";
import { formatDay, formatTime } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { Callout } from "#web/ui/callout.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { ClaimForm } from "./claim-form.tsx";
import { claimLinkQuery } from "./queries.ts";

type Sent = { email: string; ticketCount: number };

const closed: Record<Exclude<ClaimStatus, "open">, { title: string; text: string }> = {
  claimed: { title: "All claimed", text: "Every free ticket from this link is taken." },
  ended: { title: "This link has expired", text: "Its free tickets can't be claimed anymore." },
  canceled: { title: "This event was canceled", text: "Its free tickets can't be claimed anymore." },
  over: { title: "This event is over", text: "Its free tickets can't be claimed anymore." },
};

/** Where people claim free tickets by a link. The tickets go to the email: anyone can type an address here. */
export function ClaimPage({ secret }: { secret: string }) {
  const { data: link } = useSuspenseQuery({ ...claimLinkQuery(secret), refetchOnMount: "always" });
  const [sent, setSent] = useState<Sent>();
  return (
    <div className="grid gap-6">
      <header className="grid gap-5">
        <p className="eyebrow text-gilt">{link.hostName ? `Free tickets from ${link.hostName}` : "Free tickets"}</p>
        <TicketHeader
          event={link.event}
          sizes="(min-width: 40rem) 10rem, 7rem"
          title={<h1 className="display text-display-md">{link.event.title}</h1>}
        />
      </header>
      {sent ? <Done sent={sent} /> : <Offer link={link} secret={secret} onSent={setSent} />}
    </div>
  );
}

function Offer({ link, secret, onSent }: { link: ClaimLink; secret: string; onSent: (sent: Sent) => void }) {
  const { status, left, maxPerPerson, ticketsPerUnit, ticketTypeName, event, endsAt } = link;
  if (status !== "open") {
    const { title, text } = closed[status];
    return (
      <Callout tone="soon" title={title}>
        <p>{text}</p>
        {(status === "claimed" || status === "ended") && (
          <LinkButton variant="outline" size="sm" to={paths.event(event)} className="mt-3">
            See the event
          </LinkButton>
        )}
      </Callout>
    );
  }
  return (
    <section aria-labelledby="claim-heading" className="grid gap-5 rounded-md border border-line bg-panel p-4 sm:p-6">
      <div className="grid gap-1">
        <h2 id="claim-heading" className="display text-display-sm">
          {ticketTypeName}
        </h2>
        <p className="text-muted tabular-nums">
          {ticketsPerUnit > 1 && `Each admits ${ticketsPerUnit}. `}
          {`${left.toLocaleString("en-US")} left · claim by ${formatDay(endsAt, event.timeZone)}, ${formatTime(endsAt, event.timeZone)}`}
        </p>
      </div>
      <ClaimForm secret={secret} most={Math.min(left, maxPerPerson)} onSent={onSent} />
    </section>
  );
}

function Done({ sent: { email, ticketCount } }: { sent: Sent }) {
  return (
    <div
      ref={(box) => box?.focus()}
      tabIndex={-1}
      role="status"
      className="grid max-w-[44ch] gap-2 border-l-4 border-gold pl-5 outline-none"
    >
      <h2 className="display text-display-sm">Check your email</h2>
      <p className="text-lg wrap-anywhere">
        {`We emailed your ${ticketCount === 1 ? "ticket" : `${ticketCount} tickets`} to `}
        <strong>{email}</strong>.
      </p>
      <p className="text-muted">Open the link in it to see your QR code. Look in your spam folder if it isn't there.</p>
    </div>
  );
}
