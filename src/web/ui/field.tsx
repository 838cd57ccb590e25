import { CircleAlert, ChevronDown } from "lucide-react";
import {
  createContext,
  type ReactNode,
  use,
  useId,
  type ComponentProps,
  type ComponentType,
  type ChangeEvent,
} from "react";
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

/** Two fields on a line, such as a kind and its amount; below each other where large text leaves them no room. */
export const FieldPair = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-start gap-x-3 gap-y-4 *:min-w-0 *:grow *:basis-26 *:first:grow-[2] *:first:basis-36">
    {children}
  </div>
);

/** The native select: the best picker on a phone, and it works before any script has loaded. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={clsx("relative block", className)}>
      <select {...useFieldProps()} {...rest} className={clsx(inputStyle, "appearance-none truncate pr-10")}>
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted" />
    </span>
  );
}

const heights: Record<number, string> = { 2: "min-h-[calc(2lh+1.375rem)]", 3: "min-h-[calc(3lh+1.375rem)]" };

/** `oneLine` turns line breaks into spaces, for text that wraps but has no paragraphs. */
type TextareaProps = ComponentProps<"textarea"> & { oneLine?: boolean };

/** Grows with its text, from `rows` up to 60 percent of the screen. */
export function Textarea({ className, rows = 4, oneLine = false, ...rest }: TextareaProps) {
  const props: ComponentProps<"textarea"> = { ...useFieldProps(), ...rest };
  const height = heights[rows] ?? "min-h-[calc(4lh+1.375rem)]";
  const style = clsx(inputStyle.replace("min-h-12", height), "field-sizing-content max-h-[60dvh] resize-y", className);
  function joinLines(e: ChangeEvent<HTMLTextAreaElement>) {
    if (oneLine && e.target.value.includes("\n")) e.target.value = e.target.value.replace(/\s*\n\s*/g, " ");
    props.onChange?.(e);
  }
  return <textarea {...props} onChange={joinLines} rows={rows} className={style} />;
}

export const inputStyle =
  "w-full min-h-12 rounded-sm border border-edge bg-raised px-3.5 py-2.5 text-base text-ink placeholder:text-muted transition-colors hover:border-ink aria-invalid:border-hibiscus disabled:opacity-50";

/** What a phone's keyboard must not do to an email address. */
const ofEmail = { inputMode: "email", autoCapitalize: "none", spellCheck: false, maxLength: 254 } as const;

export function Input({ className, ...rest }: ComponentProps<"input">) {
  const habits = rest.type === "email" ? ofEmail : {};
  return <input {...useFieldProps()} {...habits} {...rest} className={clsx(inputStyle, className)} />;
}

/** A dollar amount as people type it: 15 or 15.50. The caller parses it into cents. */
export function MoneyInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <span className="relative block">
      <span aria-hidden="true" className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted">
        $
      </span>
      <Input {...rest} inputMode="decimal" autoComplete="off" className={clsx("pl-8 tabular-nums", className)} />
    </span>
  );
}

type Around<Props> = Omit<FieldProps, "children"> & Omit<Props, keyof FieldProps>;

export type TextFieldProps = Around<ComponentProps<"input">> & { inputClass?: string };

/** A Field around one control, which gets the other props, and `inputClass` as its class. */
const fieldAround = <Props extends { className?: string | undefined }>(Control: ComponentType<Props>) =>
  function ControlField(props: Around<Props> & { inputClass?: string }) {
    const { label, hint, error, required = false, className = "", anchor, input, inputClass, ...rest } = props;
    return (
      <Field {...{ label, hint, error, required, className, anchor, input }}>
        <Control {...(rest as unknown as Props)} className={inputClass} />
      </Field>
    );
  };

export const TextField = fieldAround(Input);
export const TextareaField = fieldAround(Textarea);
export const MoneyField = fieldAround(MoneyInput);

/** Each option's value and label, in order. */
type Choices = readonly (readonly [value: string | number, label: string])[];

export const Options = ({ of }: { of: Choices }) =>
  of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

type SelectFieldProps = Around<ComponentProps<"select">> & { options: Choices };

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
