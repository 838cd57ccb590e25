import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  get,
  type RegisterOptions,
  type Resolver,
  set,
  useForm,
  type UseFormReturn,
  useWatch,
} from "react-hook-form";
import { cleanTexts } from "#contract/typed-text.ts";
import { CallError } from "#web/lib/call.ts";
import { FileGone } from "#web/lib/fetch-first.ts";
import { whenIdle } from "./lazy-part.tsx";

/** What a form needs of a zod schema. It works with zod and with zod/mini, and loads neither. */
type Schema<Body> = {
  safeParse: (
    value: unknown,
  ) =>
    | { success: true; data: Body }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
};

type LoadSchema<Body> = () => Promise<Schema<Body>>;

export type ZodFormOptions<Values extends FieldValues, Body> = {
  /**
   * The contract's schema for what is sent. Without one, only the server checks. A public page gives a function that loads
   * it once the browser is idle, or when someone starts to use the form: a schema brings its library.
   */
  schema?: Schema<Body> | LoadSchema<Body> | undefined;
  /** Turns the fields into what the schema expects; by default they are it already. */
  bodyOf?: (values: Values) => unknown;
  /** Without defaults, text that was typed before the scripts loaded stays. */
  defaults?: Values;
  /** Messages by path, instead of the schema's own. A function gets the field's value. */
  messages?: Record<string, string | ((value: unknown) => string)>;
  /** The field that shows the errors of a path, where they have different names. */
  fields?: Record<string, FieldPath<Values>>;
  /** Sends the form. Whatever it throws is shown in the form, which keeps what was typed. */
  submit: (body: Body, values: Values) => unknown;
  /** Called after `submit` did its work, when the form can be reset. */
  onSent?: () => void;
  failureText?: (error: unknown) => string;
  /** The field that shows an error that names no field; by default the whole form does. */
  failureAt?: (error: unknown) => FieldPath<Values> | undefined;
};

export type ZodForm<Values extends FieldValues = FieldValues> = Omit<
  UseFormReturn<Values, unknown, FieldValues>,
  "handleSubmit" | "watch"
> & {
  /** What is typed now. */
  values: Values;
  /** For the form element. */
  props: {
    ref: React.RefObject<HTMLFormElement | null>;
    noValidate: true;
    onFocus: () => void;
    onSubmit: (e: FormEvent) => void;
  };
  /** For a Field around one native input: registers that input and shows the error. */
  field: <Name extends FieldPath<Values>>(
    name: Name,
    options?: RegisterOptions<Values, Name>,
  ) => { input: object; error: string | undefined };
  /** For an input that has a value and reports a new one. */
  bind: <Name extends FieldPath<Values>>(
    name: Name,
  ) => { value: FieldPathValue<Values, Name>; onChange: (value: FieldPathValue<Values, Name>) => void };
  error: (name: FieldPath<Values>) => string | undefined;
  /** What went wrong with the form as a whole. */
  failure: string | undefined;
  /** True if it went wrong because a newer release replaced the page's files, so that only a reload helps. */
  isOutdated: boolean;
  /** Does something else than sending the form, and shows in the form what that throws. */
  attempt: (work: () => Promise<unknown>) => Promise<void>;
  isBusy: boolean;
  /** True if there are unsaved changes. */
  isDirty: boolean;
};

/**
 * A form that is checked by the contract's schema and sent to the server. It can't be sent twice at once, shows the
 * server's errors at the fields that they name, and moves the focus to the first field with an error.
 */
export function useZodForm<Values extends FieldValues, Body = Values>(
  options: ZodFormOptions<Values, Body>,
): ZodForm<Values> {
  const {
    defaults,
    submit,
    failureText = () => "Something went wrong. Please try again.",
    failureAt,
    fields = {},
  } = options;
  const form = useForm<Values, unknown, FieldValues>({
    ...(defaults ? { defaultValues: defaults as DefaultValues<Values> } : {}),
    ...(options.schema ? { resolver: resolverOf(options.schema, options) } : {}),
    shouldFocusError: false,
  });
  const { errors, isDirty, submitCount } = form.formState;
  const values = useWatch({ control: form.control }) as Values;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [submitCount]);

  function show(error: unknown) {
    const serverErrors = error instanceof CallError ? (error.answer.errors ?? []) : [];
    let isShown = serverErrors.length > 0;
    for (const { path = "", message } of serverErrors) {
      const name = fields[path] ?? path;
      if (get(form.getValues(), name) === undefined) isShown = false;
      else form.setError(name as FieldPath<Values>, { message });
    }
    if (!isShown) form.setError(failureAt?.(error) ?? "root", { message: failureText(error) });
  }

  const { attempt, isBusy } = useAttempts(show);
  const loadAhead = useLoadAhead(options.schema);

  async function send(e: FormEvent) {
    let isSent = false;
    // The same failure again is a new answer to this press.
    form.clearErrors("root");
    try {
      await loadSchema(options.schema);
    } catch (failure) {
      // Nothing was checked, so nothing is sent.
      form.setError("root", notSent(failure));
      return;
    }
    await form.handleSubmit(async (body) => {
      try {
        await submit(body as Body, form.getValues());
        isSent = true;
      } catch (failure) {
        show(failure);
      }
    })(e);
    if (isSent) options.onSent?.();
  }

  function onSubmit(e: FormEvent) {
    e.preventDefault();
    // A form in a dialog must not submit the form around the dialog.
    e.stopPropagation();
    void attempt(() => send(e));
  }

  const error = (name: FieldPath<Values>) => form.getFieldState(name, form.formState).error?.message;
  return {
    ...form,
    values,
    props: { ref: element, noValidate: true, onFocus: loadAhead, onSubmit },
    field: (name, rules) => ({ input: form.register(name, rules), error: error(name) }),
    bind: (name) => ({
      value: get(values, name),
      onChange: (value) => form.setValue(name, value, { shouldDirty: true, shouldValidate: submitCount > 0 }),
    }),
    error,
    failure: errors.root?.message,
    isOutdated: errors.root?.type === outdated,
    attempt: async (work) => {
      form.clearErrors();
      await attempt(work);
    },
    isBusy,
    isDirty,
  };
}

/** Does one thing at a time. */
function useAttempts(onFailure: (failure: unknown) => void) {
  // State alone updates too late to stop two presses in one frame.
  const isUnderWay = useRef(false);
  const [isBusy, setBusy] = useState(false);
  async function attempt(work: () => Promise<unknown>) {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      onFailure(failure);
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  }
  return { attempt, isBusy };
}

/** Loads a lazy schema once the browser is idle. Returns a function that loads it now. */
function useLoadAhead<Body>(schema: Schema<Body> | LoadSchema<Body> | undefined): () => void {
  const load = () => void Promise.resolve(loadSchema(schema)).catch(() => undefined);
  const onIdle = useEffectEvent(load);
  const isLazy = typeof schema === "function";
  useEffect(() => (isLazy ? whenIdle(() => onIdle()) : undefined), [isLazy]);
  return load;
}

const outdated = "outdated";

/** Why the form's checks didn't load, so that nothing was sent. */
const notSent = (failure: unknown) =>
  failure instanceof FileGone
    ? { type: outdated, message: "We updated the site since you opened this page. Reload to continue." }
    : {
        type: "network",
        message: "You're offline, so nothing was sent. Check your connection and try again.",
      };

/** The schema itself, or a promise of it. @throws TypeError if the network failed */
const loadSchema = <Body>(schema: Schema<Body> | LoadSchema<Body> | undefined) =>
  typeof schema === "function" ? schema() : schema;

function resolverOf<Values extends FieldValues, Body>(
  given: Schema<Body> | LoadSchema<Body>,
  { bodyOf, messages = {}, fields = {} }: ZodFormOptions<Values, Body>,
): Resolver<Values, unknown, FieldValues> {
  const check = (schema: Schema<Body>, values: Values) => {
    const result = schema.safeParse(cleanTexts(bodyOf ? bodyOf(values) : values));
    if (result.success) return { values: result.data as FieldValues, errors: {} };
    const errors = {};
    for (const { path: steps, message } of result.error.issues) {
      const path = steps.join(".");
      const name = fields[path] ?? path;
      const fieldMessage = messages[path];
      const text = typeof fieldMessage === "function" ? fieldMessage(get(values, name)) : (fieldMessage ?? message);
      if (get(errors, name) === undefined) set(errors, name, { type: "schema", message: text });
    }
    return { values: {}, errors };
  };
  if (typeof given !== "function") return (values) => check(given, values);
  // While someone types, a schema that couldn't be loaded finds nothing wrong; `send` asks for it again.
  return (values) =>
    given().then(
      (schema) => check(schema, values),
      () => ({ values: values as FieldValues, errors: {} }),
    );
}
