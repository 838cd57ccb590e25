import * as deliveryContract from "#contract/email/delivery.ts";
import * as contract from "#contract/email/outbox.ts";
import type { Deps } from "#server/platform/deps.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { PreparedReply, route, routes, type RouteContext } from "#server/platform/http/route.ts";
import {
  getMail,
  getMailHtml,
  getOverview,
  listMails,
  mailsOf,
  resendMail,
  resendUnsent,
  retryMail,
} from "./browse/service.ts";
import { mailHtmlHeaders } from "./browse/rules.ts";
import { checkEmail, sendTestEmail } from "./doctor/service.ts";

/** The outbox, for admins. */
export function outboxRoutes(context: RouteContext, deps: Deps): void {
  route(context, contract.listMails, ({ query }) => listMails(deps, query));
  fileRoutes(context, contract.exportMails, "emails", ({ query }) => mailsOf(deps).file(deps.db, query));
  route(context, contract.getMail, ({ params }) => getMail(deps, params.id));
  route(context, contract.getMailHtml, async ({ params, reply }) => {
    const html = await getMailHtml(deps, params.id);
    reply.headers(mailHtmlHeaders);
    return new PreparedReply(html, 200, "text/html; charset=utf-8");
  });
  route(context, contract.resendMail, async ({ principal, params, body, idempotency, token }) => {
    // An email about an order opens the order, so another address is as delicate as an order's new email.
    const elsewhere = body !== undefined && "reason" in body ? { email: body.email, reason: body.reason } : undefined;
    if (elsewhere !== undefined) await context.requireConfirmed(token, 30);
    return resendMail(deps, params.id, { staff: principal!, idempotency: idempotency!, elsewhere });
  });
  routes(
    context,
    { ...contract, ...deliveryContract },
    {
      resendUnsent: ({ principal }) => resendUnsent(deps, principal!),
      retryMail: ({ principal, params }) => retryMail(deps, principal!, params.id),
      getEmailOverview: () => getOverview(deps),
      checkEmail: () => checkEmail(deps),
      sendTestEmail: ({ principal, body }) => sendTestEmail(deps, principal!, body.email),
    },
  );
}
