import { Ban, Check } from "lucide-react";
import { useId } from "react";

/** Wristband colors that are sold in shops and easy to tell apart in the dark. */
export const doorColors: { value: string; name: string }[] = [
  { value: "#c9a24b", name: "Gold" },
  { value: "#e8603c", name: "Coral" },
  { value: "#d81e7a", name: "Pink" },
  { value: "#8e44ad", name: "Purple" },
  { value: "#3a4fd0", name: "Blue" },
  { value: "#00a6b8", name: "Turquoise" },
  { value: "#3f7d58", name: "Green" },
  { value: "#f0f0ec", name: "White" },
];

const swatch =
  "relative grid size-11 place-items-center rounded-sm border border-edge has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gilt";

/** The color that the scanner shows for a ticket of this type: its wristband. */
export function ColorField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const name = useId();
  const isKnown = value === "" || doorColors.some((color) => color.value === value);
  const colors = isKnown ? doorColors : [...doorColors, { value, name: "Current" }];
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Color at check-in</legend>
      <div className="flex flex-wrap gap-2">
        <label className={swatch} title="None">
          <input
            type="radio"
            name={name}
            aria-label="None"
            checked={value === ""}
            onChange={() => onChange("")}
            className="absolute inset-0 appearance-none"
          />
          {value === "" ? (
            <Check aria-hidden="true" className="pointer-events-none size-5" strokeWidth={3} />
          ) : (
            <Ban aria-hidden="true" className="pointer-events-none size-5 text-muted" />
          )}
        </label>
        {colors.map((color) => (
          <label key={color.value} className={swatch} style={{ background: color.value }} title={color.name}>
            <input
              type="radio"
              name={name}
              aria-label={color.name}
              checked={value === color.value}
              onChange={() => onChange(color.value)}
              className="absolute inset-0 appearance-none"
            />
            {value === color.value && (
              <Check
                aria-hidden="true"
                className="pointer-events-none size-7 rounded-full bg-[#0b0b0c] p-1 text-[#fff]"
                strokeWidth={3}
              />
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
