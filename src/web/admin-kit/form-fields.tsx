import type { ComponentProps } from "react";
import { Field, type FieldProps, Select, Input } from "#web/ui/field.tsx";

type Around<Name extends "input" | "select"> = Omit<FieldProps, "children"> &
  Omit<ComponentProps<Name>, keyof FieldProps>;

export type TextFieldProps = Around<"input"> & { inputClass?: string };

/** A Field around one Input. */
export function TextField({ label, hint, error, required, className, anchor, input, ...rest }: TextFieldProps) {
  const { inputClass, ...native } = rest;
  return (
    <Field {...{ label, hint, error, anchor, input }} required={required ?? false} className={className ?? ""}>
      <Input {...native} className={inputClass} />
    </Field>
  );
}

/** Each option's value and label, in order. */
type Choices = readonly (readonly [value: string | number, label: string])[];

export const Options = ({ of }: { of: Choices }) =>
  of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

type SelectFieldProps = Around<"select"> & { options: Choices };

/** A Field around one Select. */
export function SelectField({ label, hint, error, required = false, input, options, ...native }: SelectFieldProps) {
  const { className = "", ...rest } = native;
  return (
    <Field {...{ label, hint, error, required, input, className }}>
      <Select {...rest}>
        <Options of={options} />
      </Select>
    </Field>
  );
}
