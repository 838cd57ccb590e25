import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { getProfile } from "../profile/service.ts";
import { listSessions } from "../session-list/service.ts";

/** All data that the site has about a person, each module's part under its name. Secrets and codes are left out. */
export async function exportRecords(deps: Deps, person: Principal, token: string): Promise<Record<string, unknown>> {
  return {
    site: deps.config.baseUrl,
    exportedAt: new Date().toISOString(),
    account: await getProfile(deps.db, person.id),
    sessions: await listSessions(deps.db, person.id, token),
    ...(await deps.personalRecords.readAll(deps.db, person)),
  };
}
