import * as contract from "#contract/account-deletion.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { clearSessionCookie } from "../cookies.ts";
import type { FailedLogins } from "../failed-logins.ts";
import { requireOwnProof } from "../own-password.ts";
import { deleteAccount, weighDeletion } from "./service.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { getProfile } from "../profile/service.ts";
import { listSessions } from "../session-list/service.ts";

/** Data download and account deletion. */
export function deletionRoutes(context: RouteContext, deps: Deps, failedLogins: FailedLogins): void {
  route(context, contract.exportMyRecords, async ({ principal, token, reply }) => {
    reply.header("content-disposition", 'attachment; filename="savage-gentlemen-my-data.json"');
    return exportRecords(deps, principal!, token!);
  });

  route(context, contract.getDeletion, ({ principal }) => weighDeletion(deps, principal!));

  route(context, contract.deleteAccount, async ({ principal, body, request, reply, token }) => {
    const question = { db: deps.db, failedLogins, userId: principal!.id, address: request.ip };
    await requireOwnProof(question, { role: principal!.role, token }, body.password);
    await deleteAccount(deps, principal!, body.giveUpTickets === true);
    clearSessionCookie(reply, deps.config);
    return { ok: true as const };
  });
}

/** All data that the site has about a person, each module's part under its name. Secrets and codes are left out. */
async function exportRecords(deps: Deps, person: Principal, token: string): Promise<Record<string, unknown>> {
  return {
    site: deps.config.baseUrl,
    exportedAt: new Date().toISOString(),
    account: await getProfile(deps.db, person.id),
    sessions: await listSessions(deps.db, person.id, token),
    ...(await deps.personalRecords.readAll(deps.db, person)),
  };
}
