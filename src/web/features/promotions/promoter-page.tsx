import { useSuspenseQuery } from "@tanstack/react-query";
import { formatLongDate } from "#web/lib/dates.ts";
import { useSite } from "#web/lib/site.ts";
import { Notice } from "#web/ui/notice.tsx";
import { CopyButton } from "./copy-button.tsx";
import { PromoterResultsView } from "./promoter-results.tsx";
import { promoterPageQuery } from "./queries.ts";
import { promoterAddress } from "./words.ts";

/** A promoter's own page: whoever has its address sees it, so it says nothing about who bought. */
export function PromoterPage({ secret }: { secret: string }) {
  const { data: results } = useSuspenseQuery({ ...promoterPageQuery(secret), refetchOnMount: "always" });
  const { baseUrl } = useSite();
  const link = baseUrl + promoterAddress(results);
  return (
    <div className="grid gap-6">
      <header className="grid gap-2">
        <p className="eyebrow text-gilt">{results.kind === "committee" ? "Committee" : "Promoter"}</p>
        <h1 className="display text-display-lg">{results.name}</h1>
        <p className="text-lg text-muted">
          {results.event
            ? `${results.event.title}, ${formatLongDate(results.event.startsAt, results.event.timeZone)}`
            : "All nights of Savage Gentlemen"}
        </p>
      </header>
      {results.state === "active" ? (
        <section
          aria-label="Your link"
          className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-panel p-4"
        >
          <div className="min-w-0 flex-1 basis-56">
            <h2 className="text-sm font-semibold">Your link</h2>
            <p className="text-sm break-all text-muted">{link}</p>
          </div>
          <CopyButton text={link} label="Copy link" />
        </section>
      ) : (
        <Notice tone="soon" title={results.state === "paused" ? "Your link is paused" : "Your link has ended"}>
          What you sold stays yours. New sales do not count{results.state === "paused" ? " for now" : ""}; ask the
          house.
        </Notice>
      )}
      <PromoterResultsView results={results} />
      <p className="text-sm text-muted">
        Paid orders only, by the day they were placed ({results.timeZone.replaceAll("_", " ")}). The commission is a
        figure to settle by, not a payout. Keep this address to yourself: whoever has it sees this page.
      </p>
    </div>
  );
}
