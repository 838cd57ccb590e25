import { Select } from "#web/ui/select.tsx";

/** The zones of most events; every other zone is listed below. */
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

/** Selects a time zone. */
export function ZoneSelect({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const known = near.includes(value) || others().includes(value);
  return (
    <Select value={value} onChange={(e) => onChange(e.target.value)}>
      {!known && <option value={value}>{label(value)}</option>}
      <optgroup label="Common">
        {near.map((zone) => (
          <option key={zone} value={zone}>
            {label(zone)}
          </option>
        ))}
      </optgroup>
      <optgroup label="Other">
        {others().map((zone) => (
          <option key={zone} value={zone}>
            {label(zone)}
          </option>
        ))}
      </optgroup>
    </Select>
  );
}
