import { useQuery } from "@tanstack/react-query";
import { nightsQuery } from "#web/features/box-office/queries.ts";
import { formatDay } from "#web/lib/dates.ts";
import { Select } from "#web/ui/select.tsx";

export type NightSelectProps = {
  /** A night's number; empty for all nights. */
  value: string;
  onChange: (value: string) => void;
  /** The night that is chosen, which may be gone by. */
  chosen?: { id: number; title: string } | undefined;
};

/** All nights, or one of those to come. The nights arrive after the form: the choice is the form's, never the element's. */
export function NightSelect({ value, onChange, chosen }: NightSelectProps) {
  const { data, error, refetch } = useQuery(nightsQuery());
  const nights = (data?.items ?? []).filter((night) => !night.isOver);
  const isListed = nights.some(({ id }) => id === chosen?.id);
  return (
    <Select value={value} onChange={(event) => onChange(event.target.value)} onFocus={() => void (error && refetch())}>
      <option value="">All nights</option>
      {chosen && !isListed && <option value={chosen.id}>{chosen.title}</option>}
      {!data && <option disabled>{error ? "The nights could not be read" : "Reading the nights…"}</option>}
      {nights.map((night) => (
        <option key={night.id} value={night.id}>
          {`${formatDay(night.startsAt, night.timeZone)} · ${night.title}`}
        </option>
      ))}
    </Select>
  );
}
