import { useQuery } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import type { DoorEvent } from "#contract/door.ts";
import { doorEventQuery } from "./queries.ts";

/** How many of an event's tickets are admitted, across all gates. */
export function DoorCounter({ event }: { event: DoorEvent }) {
  const { data, isRefetchError } = useQuery({
    ...doorEventQuery(event.id),
    initialData: event,
    initialDataUpdatedAt: 0,
  });
  const { admittedCount, ticketCount } = data;
  return (
    <div className="grid justify-items-end">
      <p className="font-display text-3xl leading-none font-extrabold tabular-nums">
        {admittedCount}
        <span className="text-xl text-muted"> / {ticketCount}</span>
      </p>
      <p className="flex items-center gap-1.5 text-sm leading-tight text-muted">
        {isRefetchError && <WifiOff aria-hidden="true" className="size-3.5 text-mango" />}
        {isRefetchError ? "not up to date" : "checked in / tickets"}
      </p>
      <progress className="sr-only" aria-label="Checked in" max={Math.max(1, ticketCount)} value={admittedCount} />
    </div>
  );
}
