import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Suspense } from "react";
import { useNavigate } from "#web/lib/router.ts";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { WayUp, hubPath } from "#web/admin-kit/admin-links.tsx";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { lazyDialog, lazyPart } from "#web/ui/lazy-part.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { EventList } from "./event-list.tsx";
import { editedEventQuery } from "./queries.ts";

const EventHub = lazyPart("The event", async () => (await import("#web/features/events/hub/event-hub.tsx")).EventHub);
const NewEventDialog = lazyDialog(
  "The event form",
  async () => (await import("./dialogs/new-event-dialog.tsx")).NewEventDialog,
);

const listAddress = withQuery("/admin", { section: "events" });

/** The Events admin page: all events, or the one that the address names. */
export function EventsSection() {
  const address = useListAddress();
  const id = address.number("id");
  return id === undefined ? <AllEvents /> : <OneEvent key={id} id={id} />;
}

function AllEvents() {
  const address = useListAddress();
  // The URL opens the form, so that the search in admin can lead to it.
  const isNew = address.search.has("new");
  const setNew = (open: boolean) => address.change({ new: open ? 1 : undefined, ...address.at }, { replace: true });
  const navigate = useNavigate();
  return (
    <AdminShell
      title="Events"
      description="Every event: drafts, on sale and past."
      lead="Drafts, events on sale and past events."
      actions={
        <Button onClick={() => setNew(true)}>
          <Plus className="size-5" /> New event
        </Button>
      }
    >
      <EventList onNew={() => setNew(true)} />
      {isNew && <NewEventDialog onClose={() => setNew(false)} onMade={(id) => void navigate(hubPath(id, "details"))} />}
    </AdminShell>
  );
}

function OneEvent({ id }: { id: number }) {
  const { data: event, error } = useQuery({ ...editedEventQuery(id), refetchOnMount: "always" });
  const up = <WayUp to={listAddress}>All events</WayUp>;
  const waiting = (
    <AdminShell title="Event" description="One event." lead={up}>
      {error && !event ? <Callout tone="bad" title={failureText(error)} /> : <Skeleton className="h-96" />}
    </AdminShell>
  );
  if (!event) return waiting;
  return (
    <Suspense fallback={waiting}>
      <EventHub event={event} up={up} />
    </Suspense>
  );
}
