import { clsx } from "clsx";
import { Link } from "react-router";
import type { NightMark } from "#contract/event-marks.ts";
import { paths } from "#web/lib/paths.ts";

export type MarkLinkProps = {
  night: NightMark;
  when: string;
  /** Somebody looks at this night: points at it or reached it by keyboard. */
  onLook?: () => void;
};

/** A night as one line: small poster, name, when and where. */
export function MarkLink({ night, when, onLook }: MarkLinkProps) {
  const isOff = night.state !== "on";
  return (
    <Link
      to={paths.event(night.id, night.slug)}
      onMouseEnter={onLook}
      onFocus={onLook}
      className="group flex items-center gap-4 py-3"
    >
      <img
        src={paths.posters.picture(night.posterKey, 480, "webp")}
        alt=""
        width={480}
        height={600}
        loading="lazy"
        decoding="async"
        className={clsx("h-20 w-16 shrink-0 rounded-sm bg-raised object-cover", isOff && "grayscale")}
      />
      <span className="min-w-0 flex-1">
        <span className="display block text-display-sm group-hover:underline group-hover:decoration-gold group-hover:decoration-3 group-hover:underline-offset-4">
          {night.title}
        </span>
        <span className="mt-1 block text-sm text-muted">
          {isOff && <strong className="text-hibiscus capitalize">{night.state} · </strong>}
          {when} · {night.venue}
        </span>
      </span>
    </Link>
  );
}
