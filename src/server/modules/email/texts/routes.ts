import * as contract from "#contract/email-texts.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { getEmailText, listEmailTexts, resetEmailText, saveEmailText } from "./service.ts";

/** The texts of automatic emails, for admins. */
export function emailTextRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  route(context, contract.listEmailTexts, () => listEmailTexts(db));
  route(context, contract.getEmailText, ({ params }) => getEmailText(db, params.kind));
  route(context, contract.saveEmailText, ({ principal, params, body }) =>
    saveEmailText(db, principal!, params.kind, body),
  );
  route(context, contract.resetEmailText, ({ principal, params, body }) =>
    resetEmailText(db, principal!, params.kind, body.version),
  );
}
