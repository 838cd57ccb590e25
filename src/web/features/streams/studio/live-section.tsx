import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Suspense } from "react";
import { useNavigate } from "#web/lib/router.ts";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { WayUp } from "#web/admin-kit/admin-links.tsx";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { lazyDialog, lazyPart } from "#web/ui/lazy-part.tsx";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { adminStreamQuery, studioPath } from "./queries.ts";
import { StreamList } from "./stream-list.tsx";

const ControlRoom = lazyPart("The control room", async () => (await import("./control-room.tsx")).ControlRoom);
const Encoders = lazyPart("The stream keys", async () => (await import("./encoders.tsx")).Encoders);
const StreamDialog = lazyDialog("The stream form", async () => (await import("./stream-dialog.tsx")).StreamDialog);

/** The Live admin page: all streams, the hosts' keys, or the control room of the stream that the address names. */
export function LiveSection() {
  const address = useListAddress();
  const id = address.number("id");
  return id === undefined ? <AllStreams /> : <OneStream key={id} id={id} />;
}

function AllStreams() {
  const address = useListAddress();
  const navigate = useNavigate();
  const view = address.choice("view", ["keys"]);
  const set = (isOpen: boolean) => address.change({ new: isOpen ? 1 : undefined, ...address.at }, { replace: true });
  const at = (name?: string) => withQuery("/admin", { section: "live", view: name });
  return (
    <AdminShell
      title="Live"
      description="Streams, their hosts' keys and what is live now."
      lead="Schedule streams, go live, and see who's watching."
      actions={
        <Button onClick={() => set(true)}>
          <Plus className="size-5" /> New stream
        </Button>
      }
    >
      <div className="grid min-w-0 gap-5">
        <PageTabs
          label="Streams or keys"
          tabs={[
            { label: "Streams", current: view === undefined, to: at() },
            { label: "Stream keys", current: view === "keys", to: at("keys") },
          ]}
        >
          {view === "keys" ? (
            <Suspense fallback={<Skeleton className="h-64" />}>
              <Encoders />
            </Suspense>
          ) : (
            <StreamList onNew={() => set(true)} />
          )}
        </PageTabs>
      </div>
      {address.search.has("new") && (
        <StreamDialog
          stream={undefined}
          eventId={address.number("event") ?? null}
          onClose={() => set(false)}
          onSaved={({ id }) => void navigate(studioPath(id))}
        />
      )}
    </AdminShell>
  );
}

function OneStream({ id }: { id: number }) {
  const { data: stream, error } = useQuery({ ...adminStreamQuery(id), refetchOnMount: "always" });
  const up = <WayUp to={withQuery("/admin", { section: "live" })}>All streams</WayUp>;
  const waiting = (
    <AdminShell title="Stream" description="One stream." lead={up}>
      {error && !stream ? <Callout tone="bad" title={failureText(error)} /> : <Skeleton className="h-96" />}
    </AdminShell>
  );
  if (!stream) return waiting;
  return (
    <Suspense fallback={waiting}>
      <ControlRoom stream={stream} up={up} />
    </Suspense>
  );
}
