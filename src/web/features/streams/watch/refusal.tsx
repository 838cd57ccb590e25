import type { ReactNode } from "react";
import type { StreamView } from "#contract/streams/streams.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { openAuth } from "#web/lib/auth-events.ts";
import { paths, ticketsHash } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { accessText, ticketEventId } from "../status.ts";

type RefusalProps = {
  stream: StreamView;
  refused: { code: string; message: string | undefined };
  onAgain: () => void;
};

/** Why this visitor can't watch, and what they can do about it. */
export function Refusal({ stream, refused, onAgain }: RefusalProps) {
  const { isGuest } = useUser();
  const isTicketed = stream.access === "tickets" || stream.access === "pass";
  const again = (
    <Button variant="outline" className={onDark} onClick={onAgain}>
      Try again
    </Button>
  );
  const signIn = (
    <Button size="lg" onClick={() => openAuth({ tab: "login", redirect: paths.live({ stream: stream.id }) })}>
      Sign in
    </Button>
  );
  if (refused.code === "not_signed_in") {
    return (
      <StageMessage
        title="Sign in to watch"
        actions={isTicketed ? [signIn, <TicketLink key="buy" stream={stream} />] : [signIn]}
      >
        {isTicketed
          ? `${accessText(stream)}. Sign in with the account that has it.`
          : isGuest
            ? "This stream is for members. Create a free account to watch."
            : "This stream is free with an account."}
      </StageMessage>
    );
  }
  if (refused.code === "over_limit") {
    return (
      <StageMessage title="Too many devices" actions={[again]}>
        {refused.message ?? "Your ticket is already watching on two devices. Close one first."}
      </StageMessage>
    );
  }
  if (refused.code === "not_allowed") {
    return (
      <StageMessage
        title="Your ticket opens this stream"
        actions={[<TicketLink key="buy" stream={stream} isFirst />, again]}
      >
        {stream.access === "pass"
          ? `You don't have a pass yet. ${accessText(stream)}.`
          : `You don't have a valid ticket to ${stream.event?.title ?? "this event"} yet. Get one and you can watch right away.`}
      </StageMessage>
    );
  }
  return (
    <StageMessage title={refused.code === "not_ready" ? "Not live yet" : "You can't watch this"} actions={[again]}>
      {refused.code === "not_ready" ? "The stream starts here as soon as its host is live." : refused.message}
    </StageMessage>
  );
}

/** On a picture, which is dark in both themes. */
const onDark = "border-bone/60! text-bone! hover:bg-bone/10!";

function TicketLink({ stream, isFirst = false }: { stream: StreamView; isFirst?: boolean }) {
  const id = ticketEventId(stream);
  if (id === undefined) return null;
  // The event's page corrects its own address.
  const slug = stream.event?.id === id ? stream.event.slug : "";
  const label = stream.access === "pass" ? "Get a pass" : "Get tickets";
  const to = `${slug ? paths.event({ id, slug }) : `/events/${id}`}${ticketsHash}`;
  return isFirst ? (
    <LinkButton to={to} size="lg">
      {label}
    </LinkButton>
  ) : (
    <LinkButton to={to} className={buttonStyle("outline", "lg", onDark)} variant="outline" size="lg">
      {label}
    </LinkButton>
  );
}

type StageMessageProps = { title: string; children: ReactNode; actions?: ReactNode[] };

/** A message in the place of the picture. */
export function StageMessage({ title, children, actions = [] }: StageMessageProps) {
  return (
    <div className="absolute inset-0 grid place-items-center overflow-y-auto bg-night/85 p-6 text-center text-bone">
      <div role="status" className="grid max-w-[42ch] justify-items-center gap-4">
        <p className="display text-display-md">{title}</p>
        <p className="text-bone-dim">{children}</p>
        {actions.length > 0 && (
          <div className="mt-1 flex flex-wrap justify-center gap-3">
            {actions.map((action, index) => (
              <span key={index} className="contents">
                {action}
              </span>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
