import { findSales } from "../store.ts";
import { ReadinessName, type Readiness } from "#contract/admin/readiness.ts";
import { countStaff } from "#server/modules/accounts/index.ts";
import { getSettings, listInfoSheets } from "#server/modules/settings/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { Finding } from "#server/platform/finding-rules.ts";
import { collect, type ModuleParts } from "#server/platform/module-parts.ts";
import type { Host } from "#server/platform/module.ts";
import { reportContent } from "./rules.ts";

const requiredPolicies = new Set(["terms", "privacy", "refunds"]);

/** What of the site's content is ready to sell, and what isn't: from the database alone. */
export async function checkContent(db: Queryable): Promise<Finding[]> {
  const [{ contactEmail }, sheets, staff, sales] = await Promise.all([
    getSettings(db),
    listInfoSheets(db),
    countStaff(db),
    findSales(db),
  ]);
  const missing = sheets.items.filter(({ name, html }) => requiredPolicies.has(name) && html === "");
  return reportContent({ contactEmail, missingPolicies: missing.map(({ name }) => name), ...staff, ...sales });
}

const nameOf = (about: Finding["about"]) => ReadinessName.options.find((name) => name === about.toLowerCase());
const rank = (finding: Finding) => ReadinessName.options.indexOf(nameOf(finding.about)!);

const freshMs = 60_000;

/** What servers of others say, asked at most once a minute: the overview is open all day. */
function createServerChecks(contributions: ModuleParts[]): () => Promise<Finding[]> {
  let asked: { at: number; found: Promise<Finding[]> } | undefined;
  return () => {
    const now = performance.now();
    if (asked === undefined || now - asked.at > freshMs) {
      asked = { at: now, found: Promise.all(collect(contributions, "readiness").map((check) => check())) };
    }
    return asked.found;
  };
}

/** Prepares the check of one site. The check says what it still needs before it sells, in the words of `npm run doctor`. */
export function createReadiness({ deps: { db, config }, contributions }: Host): () => Promise<Readiness> {
  const checkServers = createServerChecks(contributions);
  return async () => {
    const found = [...(await checkContent(db)), ...(await checkServers())].toSorted((a, b) => rank(a) - rank(b));
    return {
      isTestMode: config.payments === "sandbox" || config.stripe?.live !== true,
      steps: found.map(({ about, outcome, says, mend = null }) => ({ name: nameOf(about)!, outcome, says, mend })),
    };
  };
}
