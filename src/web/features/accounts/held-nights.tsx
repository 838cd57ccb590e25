import type { OpenMatter } from "#contract/account-deletion.ts";
import { formatDay } from "#web/lib/dates.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Notice } from "#web/ui/notice.tsx";

export type HeldNightsProps = {
  /** Whose tickets: "You hold" or "They hold". */
  title: string;
  nights: OpenMatter[];
  /** What giving them up means, in the words of whoever does it. */
  label: string;
  isGivenUp: boolean;
  onChange: (isGivenUp: boolean) => void;
};

/** The tickets for nights to come that an account still has, and the box that gives them up with it. */
export function HeldNights({ title, nights, label, isGivenUp, onChange }: HeldNightsProps) {
  if (nights.length === 0) return null;
  return (
    <div className="grid gap-3">
      <Notice tone="soon" title={title}>
        <ul>
          {nights.map(({ title: name, count, startsAt, timeZone }) => (
            <li key={name + startsAt} className="wrap-anywhere">
              {count} × {name}
              {startsAt && timeZone && `, ${formatDay(startsAt, timeZone)}`}
            </li>
          ))}
        </ul>
      </Notice>
      <Checkbox label={label} checked={isGivenUp} onChange={(event) => onChange(event.target.checked)} />
    </div>
  );
}
