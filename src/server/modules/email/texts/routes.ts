import * as contract from "#contract/email/texts.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PreparedReply, route, type RouteContext } from "#server/platform/http/route.ts";
import { mailHtmlHeaders } from "../browse/rules.ts";
import { previewHtml, previewText, sendTest } from "./preview.ts";
import { getEmailText, listEmailTexts, resetEmailText, saveEmailText } from "./service.ts";

/** The texts of automatic emails, for admins. */
export function emailTextRoutes(context: RouteContext, deps: Deps): void {
  route(context, contract.listEmailTexts, () => listEmailTexts(deps));
  route(context, contract.getEmailText, ({ params }) => getEmailText(deps, params.kind));
  route(context, contract.saveEmailText, ({ principal, params, body }) =>
    saveEmailText(deps, principal!, params.kind, body),
  );
  route(context, contract.resetEmailText, ({ principal, params, body }) =>
    resetEmailText(deps, principal!, params.kind, body.version),
  );
  route(context, contract.previewEmailText, ({ params, query }) => previewText(deps, params.kind, query));
  route(context, contract.previewEmailHtml, async ({ params, query, reply }) => {
    const html = await previewHtml(deps, params.kind, query);
    reply.headers(mailHtmlHeaders);
    return new PreparedReply(html, 200, "text/html; charset=utf-8");
  });
  route(context, contract.testEmailText, ({ principal, params, body, idempotency }) =>
    sendTest(deps, { staff: principal!, kind: params.kind, draft: body, idempotency: idempotency! }),
  );
}
