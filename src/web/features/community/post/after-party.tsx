import { ArrowRight, Images, Play, Ticket } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "#web/lib/router.ts";
import type { AfterParty as Party, Post } from "#contract/community/community.ts";
import { paths } from "#web/lib/paths.ts";
import { countOf } from "../labels.ts";

/** What there is of an event that is over: who came, its photos, its replay, and the next one. */
export function AfterParty({ post: { event }, party }: { post: Post; party: Party }) {
  const { attendees, replayStreamId, photoCount, nextEvent } = party;
  return (
    <div className="relative isolate overflow-hidden rounded-lg border border-line bg-panel">
      <div aria-hidden="true" className="scales absolute inset-0 -z-10 opacity-70" />
      <div className="grid gap-1 p-5 md:p-7">
        <p className="eyebrow text-gilt">The after-party</p>
        {event && <p className="display text-display-md wrap-break-word">{event.title}</p>}
        {attendees !== null && <p className="text-muted">{countOf(attendees, "person", "people")} came through.</p>}
      </div>
      <ul className="grid divide-y divide-line border-t border-line bg-panel">
        {event && (
          <Way to={paths.community({ photos: event.id })} icon={<Images />}>
            {photoCount > 0 ? `See ${countOf(photoCount, "photo")}` : "Add the first photos"}
          </Way>
        )}
        {replayStreamId !== null && (
          <Way to={paths.live({ stream: replayStreamId })} icon={<Play />}>
            Watch the replay
          </Way>
        )}
        {nextEvent && (
          <Way to={paths.event(nextEvent)} icon={<Ticket />}>
            Up next: {nextEvent.title}
          </Way>
        )}
      </ul>
    </div>
  );
}

const Way = ({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) => (
  <li>
    <Link
      to={to}
      className="group flex min-h-13 items-center gap-3 px-5 font-semibold transition-colors hover:bg-ink/5 focus-visible:outline-offset-[-3px] md:px-7 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-gilt"
    >
      {icon} <span className="min-w-0 grow">{children}</span>
      <ArrowRight className="transition-transform group-hover:translate-x-1" />
    </Link>
  </li>
);
