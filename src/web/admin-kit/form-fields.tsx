import type { ComponentProps, ReactNode } from "react";
import { Field, type FieldProps } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

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

/** Two fields on a line, such as a kind and its amount; below each other where large text leaves them no room. */
export const FieldPair = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-start gap-x-3 gap-y-4 *:min-w-0 *:grow *:basis-26 *:first:grow-[2] *:first:basis-36">
    {children}
  </div>
);

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
