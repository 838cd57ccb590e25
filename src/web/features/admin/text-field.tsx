import type { ComponentProps } from "react";
import { Field, type FieldProps } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

export type TextFieldProps = Omit<FieldProps, "children"> & Omit<ComponentProps<"input">, keyof FieldProps>;

/** A Field around one Input; the Field gets the class. */
export function TextField({ label, hint, error, required, className, anchor, input, ...rest }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, anchor, input }} required={required ?? false} className={className ?? ""}>
      <Input {...rest} />
    </Field>
  );
}
