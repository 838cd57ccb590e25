import { PromoCodesDraft } from "#contract/promotions/promo-codes.ts";
import { failureText, showSuccess, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { FieldPair, TextField } from "#web/ui/field.tsx";
import { useBrandZone } from "#web/lib/site.ts";
import { Failure } from "#web/admin-kit/read-failure.tsx";
import { useIdempotentSend } from "#web/features/refunds/form-parts.tsx";
import { Button } from "#web/ui/button.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { type CodeFields, CodeTerms, codeLabels, codeMessages, codePaths, draftOf, fieldsOf } from "./code-terms.tsx";

/** The form's values in the API's shape: the same fields as of one code, which is what all begin with. */
function batchOf(fields: CodeFields) {
  const { code: prefix, totalLimit: count, personLimit: _, ...draft } = draftOf(fields);
  return { ...draft, prefix, count };
}

type ManyCodesProps = {
  eventId: number | undefined;
  /** Called with the batch, so that the list can show it. */
  onSaved: (batchId: string) => void;
};

/** Creates many codes that one order each can use. Pressing twice, or again after a lost response, creates them once. */
export function ManyCodes({ eventId, onSaved }: ManyCodesProps) {
  const write = useAdminWrite();
  const sendOnce = useIdempotentSend();
  const timeZone = useBrandZone();
  const form = useZodForm({
    schema: PromoCodesDraft,
    defaults: fieldsOf(undefined, eventId),
    bodyOf: batchOf,
    messages: { ...codeMessages, count: "Enter a whole number up to 10,000" },
    fields: { ...codePaths, prefix: "code", count: "totalLimit" },
    failureText,
    submit: async (body) => {
      const batch = await sendOnce((key) => write("POST /api/admin/promo-codes/batches", { body, key }));
      showSuccess(batch.count === 1 ? "1 code created" : `${batch.count.toLocaleString("en-US")} codes created`);
      onSaved(batch.batchId);
    },
  });
  const prefix = form.values.code.trim().toUpperCase() || "SOCA";
  return (
    <form {...form.props} className="grid gap-5">
      <Failure text={form.failure} />
      <p className="text-muted">
        Each code works for one order. They look like{" "}
        <span className="font-mono whitespace-nowrap text-ink">{prefix}-7K2M-QX4T</span>.
      </p>
      <FieldPair>
        <TextField
          label="Starts with"
          required
          {...form.field("code")}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          inputClass="font-mono uppercase placeholder:normal-case"
          placeholder="SOCA"
        />
        <TextField
          label="How many"
          required
          {...form.field("totalLimit")}
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          placeholder="500"
          inputClass="tabular-nums"
        />
      </FieldPair>
      <CodeTerms
        form={form}
        field={(name) => ({ label: codeLabels[name], ...form.field(name) })}
        timeZone={timeZone}
        event={undefined}
      />
      <Button type="submit" loading={form.isBusy} className="w-full">
        Create codes
      </Button>
    </form>
  );
}
