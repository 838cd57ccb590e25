import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, use, useId } from "react";
import { clsx } from "clsx";

type InputProps = {
  id?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
  "aria-required"?: true | undefined;
};

const FieldContext = createContext<InputProps>({});

/** The props that an input gets from its Field: its registration in a form, id, description and whether it is invalid. */
export const useFieldProps = (): InputProps => use(FieldContext);

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  className?: string;
  /** The field's id as a link target on the page. */
  anchor?: string;
  /** From `useZodForm().field()`: registers the one native input inside. */
  input?: object;
  children: ReactNode;
};

export function Field({ label, hint, error, required = false, className, anchor, input, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  return (
    <FieldContext
      value={{
        ...input,
        id,
        "aria-describedby": clsx(hint && hintId, error && errorId) || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required || undefined,
      }}
    >
      <div id={anchor} className={clsx("grid content-start gap-1.5", className)}>
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {children}
        {hint && (
          <p id={hintId} className="text-sm text-muted">
            {hint}
          </p>
        )}
        {error && (
          <p id={errorId} role="alert" className="flex items-start gap-1.5 text-sm font-medium text-hibiscus">
            <CircleAlert className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{error}</span>
          </p>
        )}
      </div>
    </FieldContext>
  );
}
