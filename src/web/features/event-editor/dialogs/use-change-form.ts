import type { FieldValues } from "react-hook-form";
import type { EditedEvent } from "#contract/event-editing.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { callJson } from "#web/lib/call.ts";
import { toast } from "#web/ui/toast.ts";
import { useZodForm, type ZodForm } from "#web/ui/use-zod-form.ts";
import { useEventEditor } from "../form/form-context.ts";
import { editedEventPath } from "../queries.ts";

type ChangeFormOptions<Values> = {
  defaults: Values;
  bodyOf: (values: Values) => object;
  done: string;
  onDone: () => void;
};

/** A form for a change that ticket holders hear about; saves unsaved changes first. */
export function useChangeForm<Values extends FieldValues>(
  what: "cancel" | "postpone",
  { defaults, bodyOf, done, onDone }: ChangeFormOptions<Values>,
) {
  const { event, save, adopt } = useEventEditor();
  const path = editedEventPath(event.id);
  const form: ZodForm<Values> = useZodForm<Values>({
    defaults,
    failureText,
    submit: async (values) => {
      if (!(await save())) return form.setError("root", { message: "Save your other changes first." });
      const { version } = await callJson<EditedEvent>("GET", path);
      adopt(await callJson<EditedEvent>("POST", `${path}/${what}`, { body: { version, ...bodyOf(values) } }));
      toast({ title: done, tone: "good" });
      onDone();
    },
  });
  return form;
}
