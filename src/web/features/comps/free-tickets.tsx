import { Suspense } from "react";
import { useSearchParams } from "#web/lib/router.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { PartBoundary } from "#web/ui/part-boundary.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { BatchList } from "./batch-list.tsx";
import { CompList } from "./comp-list.tsx";
import { IssueForm } from "./issue-form.tsx";

const GuestListForm = lazyPart(
  "The guest list form",
  async () => (await import("./guest-list-form.tsx")).GuestListForm,
);
const LinkForm = lazyPart("The claim link form", async () => (await import("./link-form.tsx")).LinkForm);
const HostSection = lazyPart("Hosts", async () => (await import("./host-section.tsx")).HostSection);

/** The parts above the list, by the value of the query parameter `issue`. */
const parts = [
  { name: undefined, label: "One guest", View: IssueForm },
  { name: "list", label: "Guest list", View: GuestListForm },
  { name: "link", label: "Claim link", View: LinkForm },
  { name: "hosts", label: "Hosts", View: HostSection },
];

type FreeTicketsProps = {
  eventId?: number | undefined;
  /** True for an event that is over or canceled: nothing is issued anymore. */
  isClosed?: boolean;
};

/** Free tickets of all events, or of one: issue them to one guest or a list, let people claim them, give hosts budgets, and see them all. */
export function FreeTickets({ eventId, isClosed = false }: FreeTicketsProps) {
  const [search] = useSearchParams();
  const shown = isClosed ? parts.filter(({ name }) => name === "hosts") : parts;
  const { View, name: current } = shown.find(({ name }) => name === search.get("issue")) ?? shown[0]!;
  const addressOf = (name: string | undefined) => {
    const next = new URLSearchParams(search);
    if (name === undefined) next.delete("issue");
    else next.set("issue", name);
    return `?${next}`;
  };
  return (
    <>
      {!isClosed && (
        <PageTabs
          small={eventId !== undefined}
          label="How to issue free tickets"
          tabs={shown.map(({ name, label }) => ({ to: addressOf(name), label, current: name === current }))}
        />
      )}
      {/* The lists read what the forms read: if one became interactive first, the other would start with more than its HTML shows. */}
      <Suspense fallback={<Spinner />}>
        <PartBoundary>
          <View eventId={eventId} />
        </PartBoundary>
        <PartBoundary>
          <BatchList eventId={eventId} />
        </PartBoundary>
        <PartBoundary>
          <CompList eventId={eventId} />
        </PartBoundary>
      </Suspense>
    </>
  );
}
