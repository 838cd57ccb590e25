import type { ClaimLink } from "#contract/comps/links.ts";
import { withQuery } from "#web/lib/paths.ts";
import { pathQuery } from "#web/lib/query-client.ts";

/** What a claim link gives, by its secret key. A wrong key finds no page. */
export const claimLinkQuery = (key: string) => pathQuery<ClaimLink>(withQuery("/api/claim-links", { key }));
