import { Stepper } from "#web/ui/stepper.tsx";

/** How many units of each line, by its id. */
export type Units = Record<string, number>;

/** A line to choose units of, and how many it has. */
type ChoosableLine = { lineId: string; name: string; max: number };

/** The units as the server takes them. */
export const unitsOf = (units: Units) =>
  Object.entries(units).flatMap(([lineId, quantity]) => (quantity > 0 ? [{ lineId, quantity }] : []));

/** All units of every line. */
export const allUnits = (lines: ChoosableLine[]): Units =>
  Object.fromEntries(lines.map(({ lineId, max }) => [lineId, max]));

type UnitChoiceProps = { legend: string; lines: ChoosableLine[]; value: Units; onChange: (units: Units) => void };

/** How many units of each line to send, hand over or return. */
export function UnitChoice({ legend, lines, value, onChange }: UnitChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <ul className="divide-y divide-line rounded-sm border border-line">
        {lines.map(({ lineId, name, max }) => (
          <li key={lineId} className="flex flex-wrap items-center justify-between gap-3 px-3 py-2">
            <span className="min-w-0 flex-1 basis-40 font-semibold wrap-anywhere">
              {name}
              <span className="block text-sm font-normal text-muted tabular-nums">of {max}</span>
            </span>
            <Stepper
              label={name}
              value={value[lineId] ?? 0}
              max={max}
              onChange={(quantity) => onChange({ ...value, [lineId]: quantity })}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
