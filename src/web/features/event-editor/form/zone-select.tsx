import { Select } from "#web/ui/select.tsx";

/** Where the house plays most; every other zone of the world stands below. */
const near = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "America/Toronto",
  "America/Port_of_Spain",
  "America/Jamaica",
  "America/Barbados",
  "America/Grenada",
  "America/Nassau",
  "Europe/London",
];

let all: string[] | undefined;
const others = () => (all ??= Intl.supportedValuesOf("timeZone").filter((zone) => !near.includes(zone)));
const label = (zone: string) => zone.replaceAll("_", " ");

/** Chooses a zone by its place. */
export function ZoneSelect({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const known = near.includes(value) || others().includes(value);
  return (
    <Select value={value} onChange={(event) => onChange(event.target.value)}>
      {!known && <option value={value}>{label(value)}</option>}
      <optgroup label="Often">
        {near.map((zone) => (
          <option key={zone} value={zone}>
            {label(zone)}
          </option>
        ))}
      </optgroup>
      <optgroup label="All">
        {others().map((zone) => (
          <option key={zone} value={zone}>
            {label(zone)}
          </option>
        ))}
      </optgroup>
    </Select>
  );
}
