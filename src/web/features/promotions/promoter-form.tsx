import { type Promoter, PromoterDraft } from "#contract/promoters.ts";
import { wholeOf } from "#web/lib/typed-numbers.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { EventSelect } from "./event-select.tsx";
import { amountMessage, amountOf, percentMessage, textOf, typedOf, wholeMessage } from "./form-values.ts";
import { AmountFields, LimitField, PromotionForm, type PromotionFormProps } from "./promotion-form.tsx";

/** A promoter's form, all of it text as typed. */
type PromoterFields = ReturnType<typeof fieldsOf>;

/** The fields' names. */
const labels = {
  name: "Name",
  kind: "Type",
  linkCode: "Link code",
  eventId: "Event",
  allocation: "Allocation",
  commission: "Commission",
  percent: "Percent",
  amount: "Amount",
};

/** The form of a promoter, or an empty one. */
const fieldsOf = (promoter: Promoter | undefined, eventId: number | undefined) => ({
  name: promoter?.name ?? "",
  kind: promoter?.kind ?? "person",
  linkCode: promoter?.linkCode ?? "",
  eventId: textOf(promoter ? promoter.event?.id : eventId),
  allocation: textOf(promoter?.allocation),
  commission: promoter?.commission.kind ?? "percent",
  ...typedOf(promoter?.commission),
});

/** The form's values in the API's shape. */
const draftOf = ({ percent, amount, ...fields }: PromoterFields) => ({
  ...fields,
  eventId: wholeOf(fields.eventId),
  allocation: wholeOf(fields.allocation),
  commission: amountOf(fields.commission, { percent, amount }),
});

/** A promoter's name, link, allocation and commission. */
export function PromoterForm(props: PromotionFormProps<Promoter>) {
  return (
    <section aria-label="Terms" className={props.row ? "border-t border-line pt-5" : ""}>
      <PromotionForm
        {...props}
        created="added"
        schema={PromoterDraft}
        bodyOf={draftOf}
        fieldsOf={fieldsOf}
        messages={{
          name: "Enter a name",
          allocation: wholeMessage,
          "commission.percent": percentMessage,
          "commission.amountCents": amountMessage,
        }}
        fields={{ "commission.percent": "percent", "commission.amountCents": "amount" }}
        labels={labels}
        renderFields={(form, field) => (
          <>
            <div className="grid grid-cols-1 items-start gap-4 xs:grid-cols-[minmax(0,1fr)_9.5rem]">
              <Field {...field("name")} required>
                <Input maxLength={120} autoComplete="off" />
              </Field>
              <Field {...field("kind")}>
                <Select>
                  <option value="person">Person</option>
                  <option value="committee">Committee</option>
                </Select>
              </Field>
            </div>
            <Field hint="Comes after ?via= in every link they share." {...field("linkCode")} required>
              <Input maxLength={40} autoComplete="off" autoCapitalize="none" spellCheck={false} className="font-mono" />
            </Field>
            <Field label={labels.eventId} error={form.error("eventId")}>
              <EventSelect chosen={props.row?.event ?? undefined} {...form.bind("eventId")} />
            </Field>
            <LimitField
              hint="Tickets credited to this link. Later sales aren't credited to this promoter."
              {...field("allocation")}
            />
            <AmountFields
              choice={{ ...field("commission"), hint: "For reporting only, not a payout." }}
              choices={{ percent: "Percent of sales", per_ticket: "Amount per ticket", none: "None" }}
              chosen={form.values.commission}
              field={field}
              placeholder="4.00"
            />
          </>
        )}
      />
    </section>
  );
}
