import { TextField, SelectField, Field, FieldPair } from "#web/ui/field.tsx";
import { Loaded, Failure } from "#web/admin-kit/read-failure.tsx";
import { useQuery } from "@tanstack/react-query";
import { type Promoter, PromoterDraft } from "#contract/promotions/promoters.ts";
import { slugOf } from "#contract/slug.ts";
import { PromotionStatus } from "#contract/promotions/promotions.ts";
import { failureText, useAdminWrite, useAttempt } from "#web/admin-kit/use-admin-write.ts";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { callApi } from "#web/lib/api.ts";
import { apiPath } from "#web/lib/paths.ts";
import { formatMoney } from "#web/lib/money.ts";
import { wholeOf } from "#web/lib/amounts.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import {
  amountMessage,
  amountOf,
  percentMessage,
  textOf,
  wholeMessage,
  typedOf,
  AmountFields,
  EventSelect,
  LimitField,
  PromotionForm,
} from "./promotion-form.tsx";
import { commissionText, promoterAddress } from "./labels.ts";
import { PromoterResultsView } from "./promoter-page.tsx";
import { eventColumn, type PromotionFormProps, type PromotionKind, usesColumn } from "./promotion-list.tsx";

/** Promoters as staff see and edit them. */
export const promoters: PromotionKind<Promoter> = {
  path: apiPath("GET /api/admin/promoters"),
  noun: "promoter",
  endNoun: "link",
  label: "Promoters",
  search: "Name, link or event",
  empty: "Give a person or a committee their own link and see what it sells.",
  sort: "-revenue",
  statuses: PromotionStatus.options,
  nameOf: ({ name }) => name,
  columns: {
    name: {
      header: "Promoter",
      phone: "title",
      sort: "asc",
      cell: ({ name, kind, linkCode }) => (
        <>
          <span className="font-semibold">{name}</span>
          <span className="block text-sm font-normal text-muted">
            {kind === "committee" ? "Committee" : "Person"} · <span className="font-mono">{linkCode}</span>
          </span>
        </>
      ),
    },
    event: eventColumn(({ commission, currency }) => commissionText(commission, currency)),
    tickets: usesColumn("Tickets", ({ ticketCount, heldCount, allocation }) => ({
      count: ticketCount,
      held: heldCount,
      limit: allocation,
      unit: "tickets",
    })),
  },
  amountOf: ({ commission, commissionCents, currency }) =>
    commission.kind !== "none" && `${formatMoney(commissionCents, currency)} earned`,
  copyOf: (promoter) => ({ text: location.origin + promoterAddress(promoter), label: "Copy sales link" }),
  Details,
  Form: PromoterForm,
  setStatus: (write, id, status) =>
    write("POST /api/admin/promoters/{id}/status", { params: { id }, body: { status } }),
};

function Details({ row: { id, event } }: { row: Promoter }) {
  const query = useQuery(adminQuery("GET /api/admin/promoters/{id}/results", { params: { id } }));
  return (
    <>
      {event === null && <p className="text-sm text-muted">Results across all events.</p>}
      <Loaded query={query} className="h-40 w-full">
        {(results) => <PromoterResultsView results={results} />}
      </Loaded>
      <SecretLink id={id} />
    </>
  );
}

/** The link to the promoter's results page. A new link shuts out anyone with the old one. */
function SecretLink({ id }: { id: number }) {
  const one = { params: { id } };
  const { data, error } = useQuery(adminQuery("GET /api/admin/promoters/{id}/link", one));
  const write = useAdminWrite();
  const { failure, press } = useAttempt();
  const problem = failure ?? (error ? failureText(error) : undefined);
  return (
    <section aria-label="Results page" className="grid gap-3 border-t border-line pt-5">
      <div>
        <h3 className="font-semibold">Results page</h3>
        <p className="text-sm text-muted">
          Anyone with this link can see the promoter's daily sales without an account. It never shows buyers' names.
        </p>
      </div>
      <Failure text={problem} />
      {data && <p className="rounded-sm bg-ink/5 px-3 py-2 font-mono text-xs break-all text-muted">{data.url}</p>}
      <div className="flex flex-wrap gap-2">
        {data && <CopyButton text={data.url} label="Copy results link" />}
        <Button
          variant="outline"
          size="sm"
          {...press("replace", () => write("POST /api/admin/promoters/{id}/link", one))}
        >
          Replace link
        </Button>
      </div>
    </section>
  );
}

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

/** The link code that a name suggests: "DJ Puffy" is dj-puffy. */
const suggestCode = (name: string) => slugOf(name).slice(0, 40).replace(/-+$/, "");

/** A promoter's name, link, allocation and commission. */
function PromoterForm(props: PromotionFormProps<Promoter>) {
  return (
    <section aria-label="Terms" className={props.row ? "border-t border-line pt-5" : ""}>
      <PromotionForm
        {...props}
        created="added"
        read={async (id) => (await callApi("GET /api/admin/promoters", { query: { id } })).items[0]}
        save={(write, body, from) =>
          from
            ? write("PUT /api/admin/promoters/{id}", {
                params: { id: from.id },
                body: { ...body, version: from.version },
              })
            : write("POST /api/admin/promoters", { body })
        }
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
            <FieldPair>
              <TextField
                label={labels.name}
                {...form.field("name", {
                  onChange: (e: { target: { value: string } }) => {
                    const { name, linkCode } = form.values;
                    // A code that was typed stays, and so does one that is printed on flyers.
                    if (props.row || linkCode !== suggestCode(name)) return;
                    form.bind("linkCode").onChange(suggestCode(e.target.value));
                  },
                })}
                required
                maxLength={120}
                autoComplete="off"
              />
              <SelectField
                {...field("kind")}
                options={[
                  ["person", "Person"],
                  ["committee", "Committee"],
                ]}
              />
            </FieldPair>
            <TextField
              hint="Comes after ?via= in every link they share."
              {...field("linkCode")}
              required
              maxLength={40}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              inputClass="font-mono"
            />
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
