import { useQuery } from "@tanstack/react-query";
import { adminEventsQuery } from "#web/features/box-office/queries.ts";
import { formatDay } from "#web/lib/dates.ts";
import { Select } from "#web/ui/select.tsx";

export type EventSelectProps = {
  /** An event's id; empty for all events. */
  value: string;
  onChange: (value: string) => void;
  /** The selected event, which may be past. */
  chosen?: { id: number; title: string } | undefined;
};

/** All events, or one upcoming event. Events load after the form, so the form holds the value, not the element. */
export function EventSelect({ value, onChange, chosen }: EventSelectProps) {
  const { data, error, refetch } = useQuery(adminEventsQuery());
  const events = (data?.items ?? []).filter((event) => !event.isOver);
  const isListed = events.some(({ id }) => id === chosen?.id);
  return (
    <Select value={value} onChange={(e) => onChange(e.target.value)} onFocus={() => void (error && refetch())}>
      <option value="">All events</option>
      {chosen && !isListed && <option value={chosen.id}>{chosen.title}</option>}
      {!data && <option disabled>{error ? "Events didn't load" : "Loading events…"}</option>}
      {events.map((event) => (
        <option key={event.id} value={event.id}>
          {`${formatDay(event.startsAt, event.timeZone)} · ${event.title}`}
        </option>
      ))}
    </Select>
  );
}
