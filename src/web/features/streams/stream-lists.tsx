import { Link } from "#web/lib/router.ts";
import type { StreamCard, StreamLists } from "#contract/streams/streams.ts";
import { dateParts, formatShortDate, formatTime } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { StreamBadge } from "./stage.tsx";
import { accessLabels, streamTime } from "./status.ts";

type ListProps = { lists: StreamLists; shown: number | undefined };

/** The streams that are to come, as a schedule. The one that the page shows isn't repeated. */
export function Schedule({ lists: { live, upcoming }, shown }: ListProps) {
  const streams = [...live, ...upcoming].filter(({ id }) => id !== shown);
  if (streams.length === 0) return null;
  return (
    <section aria-labelledby="schedule" className="measure pt-14 md:pt-20">
      <h2 id="schedule" className="display mb-6 text-display-lg md:mb-8">
        Schedule
      </h2>
      <ol className="divide-y divide-line border-y border-line">
        {streams.map((stream) => (
          <ScheduleRow key={stream.id} stream={stream} />
        ))}
      </ol>
    </section>
  );
}

function ScheduleRow({ stream }: { stream: StreamCard }) {
  const { weekday, day, month } = dateParts(stream.startsAt, stream.timeZone);
  return (
    <li className="group relative flex flex-wrap items-center gap-x-5 gap-y-2 py-5">
      <p className="display w-16 shrink-0 text-center md:w-24 text-display-md text-gilt">
        <span className="block text-base leading-none tracking-[0.06em]">{month}</span>
        {day}
      </p>
      <div className="grid min-w-0 grow basis-28 gap-1">
        <h3 className="display text-display-sm wrap-break-word">
          <StreamLink stream={stream} />
        </h3>
        <p className="text-sm text-muted">
          {weekday}, {formatTime(stream.startsAt, stream.timeZone)}
          {stream.event && ` · ${stream.event.title}`}
        </p>
      </div>
      <p className="grid justify-items-end gap-1.5">
        {stream.status === "scheduled" ? (
          <Badge>{accessLabels[stream.access]}</Badge>
        ) : (
          <StreamBadge status={stream.status} />
        )}
      </p>
    </li>
  );
}

/** What can be watched again. */
export function Replays({ lists: { replays }, shown }: ListProps) {
  const streams = replays.filter(({ id }) => id !== shown);
  if (streams.length === 0) return null;
  return (
    <section aria-labelledby="replays" className="measure pt-14 md:pt-20">
      <h2 id="replays" className="display mb-6 text-display-lg md:mb-8">
        Replays
      </h2>
      <ul className="grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
        {streams.map((stream) => (
          <li key={stream.id}>
            <ReplayCard stream={stream} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReplayCard({ stream }: { stream: StreamCard }) {
  const { poster, startsAt, timeZone, access } = stream;
  return (
    <article className="group relative grid gap-3">
      <div className="relative overflow-hidden rounded-sm">
        {poster ? (
          <Poster
            poster={poster}
            sizes="(min-width: 64rem) 30vw, (min-width: 40rem) 46vw, 92vw"
            decorative
            className="aspect-video transition-transform duration-500 ease-tailored group-hover:scale-[1.03]"
          />
        ) : (
          <span className="block aspect-video bg-raised pinstripe" />
        )}
        <span className="absolute top-3 left-3">
          <StreamBadge status={stream.status} />
        </span>
      </div>
      <h3 className="display text-display-sm wrap-break-word">
        <StreamLink stream={stream} />
      </h3>
      <p className="-mt-2 text-sm text-muted">
        {formatShortDate(startsAt, timeZone)} · {accessLabels[access]}
      </p>
    </article>
  );
}

const StreamLink = ({ stream }: { stream: StreamCard }) => (
  <Link
    to={paths.live({ stream: stream.id })}
    aria-label={`${stream.title}, ${streamTime(stream)}`}
    className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-gold group-hover:decoration-3 group-hover:underline-offset-4"
  >
    {stream.title}
  </Link>
);
