import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Moment } from "#web/features/admin/moment.tsx";
import { ReadFailure } from "#web/features/admin/read-failure.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Callout } from "#web/ui/callout.tsx";
import { auditHashChainQuery } from "./queries.ts";

/** What the log is, and one muted line on when its hash chain was last verified. */
export function HashChainLead() {
  const { data } = useQuery(auditHashChainQuery());
  if (data?.status === "broken") return "What staff did.";
  return (
    <>
      What staff did. No one can change or delete it.
      {data?.status === "whole" && data.wholeAt !== null && (
        <p className="text-sm">
          Each entry's hash covers the one before it. Hash chain verified <Moment at={data.wholeAt} relative />.
        </p>
      )}
      {data?.status === "unknown" && <p className="text-sm">Its hash chain hasn't been verified yet.</p>}
    </>
  );
}

/** What is wrong with the log itself, shown above its entries; renders nothing if all is well. */
export function HashChainAlert() {
  const query = useQuery(auditHashChainQuery());
  const { data } = query;
  if (!data) return <ReadFailure label="The hash chain's status" query={query} />;
  if (data.status === "late") {
    return (
      <Callout tone="soon" title="New entries don't have a hash yet">
        {data.waiting === 1 ? "One entry doesn't" : `${data.waiting} entries don't`} have a hash yet, and the oldest has
        waited more than five minutes. Until then, we can't detect changes to them. Have someone check the site's log.
      </Callout>
    );
  }
  if (data.status !== "broken") return null;
  return (
    <Callout tone="bad" title="The activity log's hash chain doesn't match">
      {data.brokenEntryId === null
        ? "Entries were deleted, or their hashes were changed"
        : `Entry ${data.brokenEntryId} was changed or deleted, or one was inserted before it`}
      , by someone with access to the database itself
      {data.brokenSince !== null && (
        <>
          ; detected <Moment at={data.brokenSince} relative />
        </>
      )}
      . Keep the database and its backups as they are, and compare them.{" "}
      <Link
        to={withQuery(paths.admin(), { section: "money", view: "checks" })}
        className="text-ink underline underline-offset-3"
      >
        View all checks
      </Link>
    </Callout>
  );
}
