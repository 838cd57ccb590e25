import { useState } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { Suspense } from "react";
import { BatchList } from "./batch-list.tsx";
import { CompList } from "./comp-list.tsx";
import { IssueForm } from "./issue-form.tsx";

const GuestListForm = lazyPart(
  "The guest list form",
  async () => (await import("./guest-list-form.tsx")).GuestListForm,
);
const HostSection = lazyPart("Hosts", async () => (await import("./host-section.tsx")).HostSection);

/** Free tickets of all events, or of one: issue them to one guest or a list, give hosts budgets, and see them all. */
export function FreeTickets({ eventId }: { eventId?: number | undefined }) {
  const [tab, setTab] = useState("one");
  return (
    <>
      <Tabs
        label="How to issue free tickets"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: "one", label: "One guest", content: <IssueForm eventId={eventId} /> },
          {
            value: "list",
            label: "Guest list",
            content: (
              <Suspense fallback={<Spinner />}>
                <GuestListForm eventId={eventId} />
              </Suspense>
            ),
          },
          {
            value: "hosts",
            label: "Hosts",
            content: (
              <Suspense fallback={<Spinner />}>
                <HostSection eventId={eventId} />
              </Suspense>
            ),
          },
        ]}
      />
      <BatchList eventId={eventId} />
      <CompList eventId={eventId} />
    </>
  );
}
