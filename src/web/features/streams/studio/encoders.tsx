import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import type { StreamKey } from "#contract/streams/admin.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { ExportLinks } from "#web/admin-kit/table/table-toolbar.tsx";
import { showSuccess, usePress } from "#web/admin-kit/use-admin-write.ts";
import { useSite } from "#web/lib/site.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { EncoderSettings } from "./encoder-settings.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import { keysQuery } from "./queries.ts";

/** The hosts' keys, and how they set up their encoders. */
export function Encoders() {
  const { baseUrl } = useSite();
  const query = useQuery(keysQuery());
  const { data, error } = query;
  const [isNew, setNew] = useState(false);
  const create = (
    <Button variant="outline" onClick={() => setNew(true)}>
      <Plus className="size-5" /> New stream key
    </Button>
  );
  return (
    <div className="grid gap-5">
      <Panel
        title="Stream keys"
        text="One for each host. Anyone with a key can stream with it, so treat it like a password."
        actions={data && data.items.length > 0 && <ExportLinks file="GET /api/admin/stream-keys.csv" />}
      >
        <ReadFailure label="Stream keys" query={query} />
        {!data && !error && <Skeleton className="h-32" />}
        {data?.items.length === 0 && (
          <EmptyState
            icon={<KeyRound />}
            title="No stream keys yet"
            text="A host needs one to stream from OBS."
            action={create}
          />
        )}
        {data && data.items.length > 0 && (
          <>
            <ul className="divide-y divide-line">
              {data.items.map((key) => (
                <KeyRow key={key.id} streamKey={key} />
              ))}
            </ul>
            <div>{create}</div>
          </>
        )}
      </Panel>
      <EncoderSettings url={`${baseUrl}/ingest/YOUR-KEY/index.m3u8`} isExample />
      {isNew && <KeyDialog onClose={() => setNew(false)} />}
    </div>
  );
}

function KeyRow({ streamKey }: { streamKey: StreamKey }) {
  const { id, name, hostName, createdAt, lastUsedAt, revokedAt } = streamKey;
  const [isAsked, setAsked] = useState(false);
  const revoke = usePress("We couldn't revoke the key", async (write) => {
    await write("DELETE /api/admin/stream-keys/{id}", { params: { id }, body: {} });
    showSuccess(`${name} revoked`, "We'll refuse any video sent with this key.");
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="grid grow">
        <span className="font-semibold">{name}</span>
        <span className="text-sm text-muted">
          {hostName && `Host: ${hostName} · `}Created <Moment at={createdAt} relative />
          {lastUsedAt ? (
            <>
              , last used <Moment at={lastUsedAt} relative />
            </>
          ) : (
            ", never used"
          )}
        </span>
      </div>
      {revokedAt ? (
        <Badge tone="gone">Revoked</Badge>
      ) : (
        <Button
          variant={isAsked ? "danger" : "quiet"}
          size="sm"
          loading={revoke.loading}
          onClick={isAsked ? revoke.onClick : () => setAsked(true)}
        >
          {isAsked ? "Confirm and revoke" : "Revoke"}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  );
}
