import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { DeskPage } from "#web/features/desk/desk-page.tsx";
import { failureText } from "#web/features/desk/failure-text.ts";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { WayUp } from "#web/features/desk/way-up.tsx";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EventList } from "./list/event-list.tsx";
import { NightEditor } from "./night-editor.tsx";
import { editedEventQuery } from "./queries.ts";
import { lazyDialog } from "#web/ui/lazy-part.tsx";

const NewNightDialog = lazyDialog(
  "The form",
  async () => (await import("./dialogs/new-night-dialog.tsx")).NewNightDialog,
);

const listAddress = withQuery("/admin", { section: "events" });

/** The nights' desk: all of them, or the one that the address names. */
export function EventDesk() {
  const address = useListAddress();
  const id = address.number("id");
  return id === undefined ? <AllNights /> : <OneNight key={id} id={id} />;
}

function AllNights() {
  const [isNew, setNew] = useState(false);
  const navigate = useNavigate();
  return (
    <DeskPage
      title="Nights"
      description="Every night: drafts, what is on sale, what is past."
      lead="Drafts, what is on sale, and what was."
      actions={
        <Button onClick={() => setNew(true)}>
          <Plus aria-hidden="true" className="size-5" /> New night
        </Button>
      }
    >
      <EventList onNew={() => setNew(true)} />
      {isNew && (
        <Suspense fallback={null}>
          <NewNightDialog
            onClose={() => setNew(false)}
            onMade={(id) => void navigate(withQuery("/admin", { section: "events", id }))}
          />
        </Suspense>
      )}
    </DeskPage>
  );
}

function OneNight({ id }: { id: number }) {
  const { data: night, error } = useQuery({ ...editedEventQuery(id), refetchOnMount: "always" });
  if (night) return <NightEditor night={night} up={<WayUp to={listAddress}>All nights</WayUp>} />;
  return (
    <DeskPage title="Night" description="One night." lead={<WayUp to={listAddress}>All nights</WayUp>}>
      {error ? <Notice tone="bad" title={failureText(error)} /> : <Skeleton className="h-96" />}
    </DeskPage>
  );
}
