import type { OpenMatter } from "#contract/accounts/deletion.ts";
import { formatDay } from "#web/lib/dates.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Callout } from "#web/ui/callout.tsx";

type UpcomingTicketsProps = {
  /** Whose tickets they are: "You have …" or "They have …". */
  title: string;
  events: OpenMatter[];
  /** What giving them up means, worded for the person who does it. */
  label: string;
  isGivenUp: boolean;
  onChange: (isGivenUp: boolean) => void;
};

/** The account's tickets for upcoming events, and the checkbox to give them up. */
export function UpcomingTickets({ title, events, label, isGivenUp, onChange }: UpcomingTicketsProps) {
  if (events.length === 0) return null;
  return (
    <div className="grid gap-3">
      <Callout tone="soon" title={title}>
        <ul>
          {events.map(({ title: name, count, startsAt, timeZone }) => (
            <li key={name + startsAt} className="wrap-anywhere">
              {count} × {name}
              {startsAt && timeZone && `, ${formatDay(startsAt, timeZone)}`}
            </li>
          ))}
        </ul>
      </Callout>
      <Checkbox label={label} checked={isGivenUp} onChange={(e) => onChange(e.target.checked)} />
    </div>
  );
}
