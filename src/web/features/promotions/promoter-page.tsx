import { useSuspenseQuery } from "@tanstack/react-query";
import { formatLongDate } from "#web/lib/dates.ts";
import { useSite } from "#web/lib/site.ts";
import { Callout } from "#web/ui/callout.tsx";
import { CopyButton } from "./copy-button.tsx";
import { PromoterResultsView } from "./promoter-results.tsx";
import { promoterPageQuery } from "./queries.ts";
import { promoterAddress } from "./labels.ts";

/** A promoter's results page. Anyone with its link can see it, so it says nothing about the buyers. */
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
            : "All Savage Gentlemen events"}
        </p>
      </header>
      {results.status === "active" ? (
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
        <Callout tone="soon" title={results.status === "paused" ? "Your link is paused" : "Your link has ended"}>
          You keep credit for past sales. New sales don't count{results.status === "paused" ? " for now" : ""}. Contact
          the organizer with questions.
        </Callout>
      )}
      <PromoterResultsView results={results} />
      <p className="text-sm text-muted">
        Only paid orders count, by the day they were placed ({results.timeZone.replaceAll("_", " ")}). The commission is
        for reporting only, not a payout. Keep this page's link private. Anyone who has it can see this page.
      </p>
    </div>
  );
}
