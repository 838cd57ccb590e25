import { useQuery } from "@tanstack/react-query";
import { type Promoter, PromoterSort } from "#contract/promoters.ts";
import { PromotionStatus } from "#contract/promotions.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CopyButton } from "./copy-button.tsx";
import { commissionText, promoterAddress } from "./labels.ts";
import { PromoterForm } from "./promoter-form.tsx";
import { PromoterResultsView } from "./promoter-results.tsx";
import type { PromotionKind } from "./promotion-list.tsx";
import { promoterLinkQuery, promoterResultsQuery } from "./queries.ts";
import { usePress, usePromotionWrite } from "./use-promotion-write.ts";

/** Promoters as staff see and edit them. */
export const promoters: PromotionKind<Promoter> = {
  path: "/api/admin/promoters",
  noun: "promoter",
  endNoun: "link",
  label: "Promoters",
  placeholder: "Name, link or event",
  emptyText: "Give a person or a committee their own link and see what it sells.",
  sorts: PromoterSort.options,
  firstSort: "-revenue",
  statuses: PromotionStatus.options,
  nameOf: ({ name }) => name,
  renderTitle: ({ name, kind, linkCode }) => (
    <>
      <span className="font-semibold">{name}</span>
      <span className="block text-sm font-normal text-muted">
        {kind === "committee" ? "Committee" : "Person"} · <span className="font-mono">{linkCode}</span>
      </span>
    </>
  ),
  renderBelowEvent: ({ commission, currency }) => commissionText(commission, currency),
  uses: {
    id: "tickets",
    header: "Tickets",
    of: (promoter) => ({
      used: promoter.ticketCount,
      held: promoter.heldCount,
      limit: promoter.allocation,
      unit: "tickets",
    }),
  },
  amountOf: ({ commission, commissionCents, currency }) =>
    commission.kind !== "none" && `${formatMoney(commissionCents, currency)} earned`,
  copyOf: (promoter) => ({ text: location.origin + promoterAddress(promoter), label: "Copy sales link" }),
  Details: ({ row: { id } }) => (
    <>
      <Results id={id} />
      <SecretLink id={id} />
    </>
  ),
  Form: PromoterForm,
  canDelete: () => false,
};

function Results({ id }: { id: number }) {
  const { data, error } = useQuery(promoterResultsQuery(id));
  if (error) return <Callout tone="bad" title={failureText(error)} />;
  return data ? <PromoterResultsView results={data} /> : <Skeleton className="h-40 w-full" />;
}

/** The link to the promoter's results page. A new link shuts out anyone with the old one. */
function SecretLink({ id }: { id: number }) {
  const { data, error } = useQuery(promoterLinkQuery(id));
  const write = usePromotionWrite();
  const { press, isBusy, failure } = usePress(() => write("POST", `/api/admin/promoters/${id}/link`, {}));
  const problem = failure ?? (error ? failureText(error) : undefined);
  return (
    <section aria-label="Results page" className="grid gap-3 border-t border-line pt-5">
      <div>
        <h3 className="font-semibold">Results page</h3>
        <p className="text-sm text-muted">
          Anyone with this link can see the promoter's daily sales without an account. It never shows buyers' names.
        </p>
      </div>
      {problem && <Callout tone="bad" title={problem} />}
      {data && <p className="rounded-sm bg-ink/5 px-3 py-2 font-mono text-xs break-all text-muted">{data.url}</p>}
      <div className="flex flex-wrap gap-2">
        {data && <CopyButton text={data.url} label="Copy results link" />}
        <Button variant="outline" size="sm" loading={isBusy} onClick={press}>
          Replace link
        </Button>
      </div>
    </section>
  );
}
