import { useQuery } from "@tanstack/react-query";
import { Plus, Radio } from "lucide-react";
import { useState } from "react";
import { Link } from "#web/lib/router.ts";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { adminQueryOf } from "#web/admin-kit/table/list-query.ts";
import { Badge, StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { streamStatuses } from "../status.ts";
import { StreamConsole } from "./control-room.tsx";
import { adminStreamQuery, studioPath } from "./queries.ts";

const StreamDialog = lazyDialog("The stream form", async () => (await import("./stream-dialog.tsx")).StreamDialog);

/** The streams of an event; with only one, its control room. */
export function EventStreams({ eventId }: { eventId: number }) {
  const query = useQuery(adminQueryOf("GET /api/admin/streams", { query: { event: String(eventId) } }));
  const { data, isError } = query;
  const [isNew, setNew] = useState(false);
  const create = (
    <Button variant="outline" onClick={() => setNew(true)}>
      <Plus className="size-5" /> New stream
    </Button>
  );
  const [only, ...more] = data?.items ?? [];
  return (
    <div className="grid min-w-0 gap-5">
      <ReadFailure label="Streams" query={query} />
      {!data && !isError && <Skeleton className="h-64" />}
      {data && !only && (
        <EmptyState
          icon={<Radio />}
          title="No stream yet"
          text="Bring this event to the people who can't make it."
          action={create}
        />
      )}
      {only && more.length === 0 && <OneStream id={only.id} />}
      {only && more.length > 0 && (
        <>
          <ul className="divide-y divide-line rounded-md border border-line bg-panel px-4">
            {[only, ...more].map(({ id, title, startsAt, timeZone, status, isPublished }) => (
              <li key={id} className="flex flex-wrap items-center gap-3 py-3">
                <Link to={studioPath(id)} className="grow font-semibold hover:underline">
                  {title}
                </Link>
                <EventMoment at={startsAt} timeZone={timeZone} />
                {isPublished ? <StatusBadge {...streamStatuses[status]} /> : <Badge>Draft</Badge>}
              </li>
            ))}
          </ul>
          <div>{create}</div>
        </>
      )}
      {isNew && (
        <StreamDialog
          stream={undefined}
          eventId={eventId}
          onClose={() => setNew(false)}
          onSaved={() => setNew(false)}
        />
      )}
    </div>
  );
}

function OneStream({ id }: { id: number }) {
  const { data } = useQuery(adminStreamQuery(id));
  return data ? <StreamConsole stream={data} /> : <Skeleton className="h-64" />;
}
