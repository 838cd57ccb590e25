import { useQuery } from "@tanstack/react-query";
import type { FieldPath, FieldValues } from "react-hook-form";
import type { EditedEvent } from "#contract/event-editing.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { formatCount } from "#web/features/admin/figures.tsx";
import { callJson } from "#web/lib/call.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Callout } from "#web/ui/callout.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Field } from "#web/ui/field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm, type ZodForm } from "#web/ui/use-zod-form.ts";
import { useEventEditor } from "../form/form-context.ts";
import { plural } from "../labels.ts";
import { affectedBuyersQuery, editedEventPath } from "../queries.ts";

type ChangeFormOptions<Values> = {
  defaults: Values;
  bodyOf: (values: Values) => object;
  done: string;
  onDone: () => void;
};

/** A form for a change that ticket holders hear about; saves unsaved changes first. */
export function useChangeForm<Values extends FieldValues & { note: string }>(
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
      const body = { version, note: values.note.trim(), ...bodyOf(values) };
      adopt(await callJson<EditedEvent>("POST", `${path}/${what}`, { body }));
      toast({ title: done, tone: "good" });
      onDone();
    },
  });
  const note = (
    <Field
      label="Message to ticket holders"
      hint="Included in the email and on the event page."
      required
      {...form.field("note" as FieldPath<Values>)}
    >
      <Textarea rows={3} maxLength={600} oneLine />
    </Field>
  );
  return { event, form, note, hasNote: form.values.note.trim().length >= 3 };
}

/** The buyers that a change affects and what they paid, before anything happens. */
export function AffectedBuyersSummary({ id }: { id: number }) {
  const { data, error } = useQuery(affectedBuyersQuery(id));
  if (error) return <Callout tone="bad" title={failureText(error)} />;
  if (!data) return <Skeleton className="h-32" />;
  if (data.orders === 0 && data.openOrders === 0) return <p>No one has tickets, so there's nobody to notify.</p>;
  const paid = data.paid.map(({ cents, currency }) => formatMoney(cents, currency)).join(" + ");
  return (
    <div className="grid gap-3">
      <DataList
        items={[
          { term: "People we'll email", detail: formatCount(data.people) },
          { term: "Orders", detail: formatCount(data.orders) },
          { term: "Tickets", detail: formatCount(data.tickets) },
          { term: "Total paid", detail: paid || "None", strong: true },
        ]}
      />
      {data.openOrders > 0 && (
        <p className="text-sm text-muted">{plural(data.openOrders, "order is", "orders are")} being paid right now.</p>
      )}
    </div>
  );
}
