import { eventOptions, eventChoicesQuery } from "#web/features/events/admin-events.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SelectField } from "#web/ui/field.tsx";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { HostPanel } from "./host-panel.tsx";

/** The hosts of one event, chosen here unless the page is about it. */
export function HostSection({ eventId: only }: { eventId?: number | undefined }) {
  const events = useQuery({ ...eventChoicesQuery(), enabled: only === undefined });
  const [chosen, setChosen] = useState<string>();
  const first = events.data?.items.find((event) => !event.isOver)?.id;
  const eventId = only ?? (Number(chosen ?? first) || undefined);
  return (
    <div className="grid gap-4">
      {only === undefined && !events.data && <ReadFailure label="Events" query={events} />}
      {only === undefined && events.data && (
        <SelectField
          label="Event"
          value={String(eventId ?? "")}
          onChange={(e) => setChosen(e.target.value)}
          options={eventOptions(events.data.items)}
        />
      )}
      {eventId !== undefined && <HostPanel key={eventId} eventId={eventId} />}
    </div>
  );
}
