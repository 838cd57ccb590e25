import { eventTab } from "#web/features/event-hub/event-tab.ts";

export const eventTabs = [
  eventTab("comps", "Comps", 50, "The comps", async () => {
    const [{ IssueForm }, { CompList }] = await Promise.all([import("./issue-form.tsx"), import("./comp-list.tsx")]);
    return ({ event }) => (
      <div className="grid gap-5">
        {!event.isOver && event.status !== "canceled" && <IssueForm eventId={event.id} />}
        <CompList eventId={event.id} />
      </div>
    );
  }),
];
