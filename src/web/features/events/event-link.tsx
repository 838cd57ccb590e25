import { clsx } from "clsx";
import { Link } from "#web/lib/router.ts";
import type { EventMarker } from "#contract/events/markers.ts";
import { paths } from "#web/lib/paths.ts";

type EventLinkProps = {
  event: EventMarker;
  when: string;
  /** Called when the visitor points at this event or focuses it by keyboard. */
  onHighlight?: () => void;
};

/** An event as one row: small poster, title, time and place. */
export function EventLink({ event, when, onHighlight }: EventLinkProps) {
  const isOff = event.status !== "on";
  return (
    <Link
      to={paths.event(event)}
      onMouseEnter={onHighlight}
      onFocus={onHighlight}
      className="group flex items-center gap-4 py-3"
    >
      <img
        src={paths.posters.picture(event.posterKey, 480, "webp")}
        alt=""
        width={480}
        height={600}
        loading="lazy"
        decoding="async"
        className={clsx("h-20 w-16 shrink-0 rounded-sm bg-raised object-cover", isOff && "grayscale")}
      />
      <span className="min-w-0 flex-1">
        <span className="display block text-display-sm group-hover:underline group-hover:decoration-gold group-hover:decoration-3 group-hover:underline-offset-4">
          {event.title}
        </span>
        <span className="mt-1 block text-sm text-muted">
          {isOff && <strong className="text-hibiscus capitalize">{event.status} · </strong>}
          {when} · {event.venue}
        </span>
      </span>
    </Link>
  );
}
