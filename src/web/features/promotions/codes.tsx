import { TextField } from "#web/ui/field.tsx";
import { type PromoCode, PromoCodeDraft, type PromoCodeStatus } from "#contract/promotions/promo-codes.ts";
import { callApi } from "#web/lib/api.ts";
import { apiPath } from "#web/lib/paths.ts";
import { EventMoment, Moment } from "#web/admin-kit/moment.tsx";
import { TwoLines } from "#web/admin-kit/table/cells.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeTerms, codeLabels, codeMessages, codePaths, draftOf, fieldsOf } from "./code-terms.tsx";
import { codeAddress, conditionsText, discountText, statuses } from "./labels.ts";
import { ManyCodes } from "./many-codes.tsx";
import { LimitField, PromotionForm } from "./promotion-form.tsx";
import { eventColumn, type PromotionFormProps, type PromotionKind, usesColumn } from "./promotion-list.tsx";

/** Promo codes as staff see and edit them. */
export const codes: PromotionKind<PromoCode> = {
  path: apiPath("GET /api/admin/promo-codes"),
  noun: "code",
  endNoun: "code",
  label: "Promo codes",
  search: "Code, note or event",
  empty: "Create a code for the newsletter, the street team or the radio.",
  sort: "-createdAt",
  statuses: Object.keys(statuses) as PromoCodeStatus[],
  nameOf: ({ code }) => code,
  columns: {
    code: {
      header: "Code",
      phone: "title",
      sort: "asc",
      cell: ({ code }) => (
        <>
          <span className="font-mono font-semibold tracking-wide columns:whitespace-nowrap">{code}</span>
          <span className="sr-only">: edit</span>
        </>
      ),
    },
    what: {
      header: "Discount",
      className: "columns:max-w-64",
      cell: (code) => (
        <>
          <TwoLines top={discountText(code.discount, code.currency)} below={conditionsText(code)} />
          {code.note && <span className="block text-sm text-muted wrap-break-word">{code.note}</span>}
        </>
      ),
    },
    event: eventColumn(({ startsAt, endsAt, event }) => {
      const show = (at: string) => (event ? <EventMoment at={at} timeZone={event.timeZone} /> : <Moment at={at} />);
      if (!startsAt && !endsAt) return "Any time";
      return (
        <>
          {startsAt && <>from {show(startsAt)}</>} {endsAt && <>until {show(endsAt)}</>}
        </>
      );
    }),
    used: usesColumn("Uses", ({ used, held, totalLimit: limit }) => ({
      count: used,
      held,
      limit,
      unit: used === 1 && limit === null ? "use" : "uses",
    })),
  },
  amountOf: ({ discountCents, currency }) => `${formatMoney(discountCents, currency)} off`,
  copyOf(code) {
    const address = codeAddress(code);
    return address ? { text: location.origin + address, label: "Copy link" } : { text: code.code, label: "Copy code" };
  },
  Details: ({ row }) =>
    row.status === "ended" && <p className="text-muted">This code has ended. Existing orders keep their discount.</p>,
  setStatus: (write, id, status) =>
    write("POST /api/admin/promo-codes/{id}/status", { params: { id }, body: { status } }),
  removeOf: ({ id, used, held }) =>
    used + held === 0 ? (write) => write("DELETE /api/admin/promo-codes/{id}", { params: { id } }) : undefined,
  Form: CodeForm,
  Many: ManyCodes,
};

/** A code's discount, limits and dates. */
function CodeForm(props: PromotionFormProps<PromoCode>) {
  return (
    <PromotionForm
      {...props}
      created="created"
      read={async (id) => (await callApi("GET /api/admin/promo-codes", { query: { id } })).items[0]}
      save={(write, body, from) =>
        from
          ? write("PUT /api/admin/promo-codes/{id}", {
              params: { id: from.id },
              body: { ...body, version: from.version },
            })
          : write("POST /api/admin/promo-codes", { body })
      }
      schema={PromoCodeDraft}
      bodyOf={draftOf}
      fieldsOf={fieldsOf}
      messages={codeMessages}
      fields={codePaths}
      labels={codeLabels}
      renderFields={(form, field, timeZone) => (
        <>
          <div className="flex items-start gap-3">
            <TextField
              className="min-w-0 flex-1"
              hint="Not case-sensitive."
              {...field("code")}
              required
              maxLength={40}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              inputClass="font-mono uppercase placeholder:normal-case"
              placeholder="SOCA10"
            />
            {!props.row && (
              <Button
                variant="outline"
                className="mt-6.5 min-h-12!"
                onClick={() => form.setValue("code", suggestCode(), { shouldDirty: true, shouldValidate: true })}
              >
                Suggest
              </Button>
            )}
          </div>
          <CodeTerms form={form} field={field} timeZone={timeZone} event={props.row?.event}>
            <LimitField hint="Includes orders on hold." {...field("totalLimit")} />
            <LimitField hint="Counted by account and email." {...field("personLimit")} />
          </CodeTerms>
        </>
      )}
    />
  );
}

const words =
  "ANTHURIUM BREEZE CALYPSO CARNIVAL COCO CONCH COVE FETE GUAVA HIBISCUS ISLAND JUMP LAGOON LIME MANGO PALM PLANTAIN REEF RIDDIM SOCA SORREL STEEL SUNSET TAMARIND TIDE".split(
    " ",
  );

/** A promo code that is easy to read out: `MANGO472`. A person can guess it, so it is for codes that are announced. */
export function suggestCode(random: () => number = Math.random): string {
  // Without 0 and 1, which are read as O and I.
  const digits = Array.from({ length: 3 }, () => 2 + Math.floor(random() * 8)).join("");
  return `${words[Math.floor(random() * words.length)]!}${digits}`;
}
