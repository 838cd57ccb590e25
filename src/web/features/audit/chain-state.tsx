import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Moment } from "#web/features/desk/moment.tsx";
import { ReadFailure } from "#web/features/desk/read-failure.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Notice } from "#web/ui/notice.tsx";
import { auditChainQuery } from "./queries.ts";

/** What the log is, and one quiet line on until when it is known to be as it was written. */
export function ChainLead() {
  const { data } = useQuery(auditChainQuery());
  if (data?.state === "broken") return "What staff did.";
  return (
    <>
      What staff did. Nobody can change or delete it.
      {data?.state === "whole" && data.wholeAt !== null && (
        <p className="text-sm">
          Each entry is sealed with the one before it. Last found whole <Moment at={data.wholeAt} relative />.
        </p>
      )}
      {data?.state === "unknown" && <p className="text-sm">Its seals have not been looked through yet.</p>}
    </>
  );
}

/** What is wrong with the log itself, above its entries; nothing where all is known to be well. */
export function ChainAlert() {
  const query = useQuery(auditChainQuery());
  const { data } = query;
  if (!data) return <ReadFailure label="Whether the log is whole" query={query} />;
  if (data.state === "late") {
    return (
      <Notice tone="soon" title="New entries wait for their seal">
        {data.waiting === 1 ? "One entry is" : `${data.waiting} entries are`} not sealed yet, the oldest for more than
        five minutes. Until then a change to them could not be noticed: have somebody look at the site’s log.
      </Notice>
    );
  }
  if (data.state !== "broken") return null;
  return (
    <Notice tone="bad" title="This log is not as it was written">
      {data.brokenEntryId === null
        ? "Entries were taken out, or their seals were changed"
        : `Entry ${data.brokenEntryId} was changed or taken out, or one was put in before it`}
      , by somebody with access to the database itself
      {data.brokenSince !== null && (
        <>
          ; noticed <Moment at={data.brokenSince} relative />
        </>
      )}
      . Keep the database and its backups as they are, and compare them.{" "}
      <Link
        to={withQuery(paths.admin(), { section: "money", view: "checks" })}
        className="text-ink underline underline-offset-3"
      >
        All checks
      </Link>
    </Notice>
  );
}
