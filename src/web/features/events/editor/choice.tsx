import { Radio } from "#web/ui/checkbox.tsx";

type ChoiceProps<Value extends string> = {
  legend: string;
  value: Value;
  onChange: (value: Value) => void;
  choices: { value: Value; label: string; hint?: string }[];
};

/** Radio buttons for a few choices, all of them visible. */
export function Choice<Value extends string>({ legend, value, onChange, choices }: ChoiceProps<Value>) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="across-2 gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex items-start gap-3 rounded-sm border border-edge bg-raised px-3 py-2.5 transition-colors hover:border-ink has-checked:border-gold has-checked:bg-gold/10 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-gilt"
          >
            <Radio
              name={legend}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="mt-0.5 outline-none"
            />
            <span className="grid">
              <span className="font-semibold">{choice.label}</span>
              {choice.hint && <span className="text-sm text-muted">{choice.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
