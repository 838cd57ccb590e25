import * as contract from "#contract/account-sessions.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import * as service from "./service.ts";

/** Where an account is signed in, and signing out remotely. */
export function sessionListRoutes(context: RouteContext, { db }: Deps): void {
  route(context, contract.listSessions, async ({ principal, token }) => ({
    items: await service.listSessions(db, principal!.id, token!),
  }));

  route(context, contract.endSession, async ({ principal, params }) => {
    await service.endSession(db, principal!.id, params.id);
    return { ok: true as const };
  });

  route(context, contract.endOtherSessions, async ({ principal, token }) => {
    await service.endOtherSessions(db, principal!.id, token!);
    return { ok: true as const };
  });
}
