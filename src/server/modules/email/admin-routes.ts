import { sendTicketsTo as sendTicketsContract } from "#contract/buyer-email.ts";
import * as contract from "#contract/outbox.ts";
import { previewAttendeeUpdate as attendeeUpdateContract } from "#contract/event-changes.ts";
import type { Deps } from "#server/platform/deps.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { PreparedReply, route, type RouteContext } from "#server/platform/http/route.ts";
import {
  getMail,
  getMailHtml,
  listMails,
  mails,
  resendConfirmation,
  resendMail,
  sendTicketsTo,
} from "./browse/service.ts";
import { mailHtmlHeaders } from "./browse/rules.ts";
import { previewAttendeeUpdate } from "./event-mails.ts";

/** The outbox and previews of its emails, for admins. */
export function outboxRoutes(context: RouteContext, deps: Deps): void {
  route(context, attendeeUpdateContract, ({ params, body }) => previewAttendeeUpdate(deps.db, params.id, body));
  route(context, contract.listMails, ({ query }) => listMails(deps, query));
  route(context, contract.exportMails, ({ query, reply }) => csvReply(reply, "emails", mails.file(deps.db, query)));
  route(context, contract.getMail, ({ params }) => getMail(deps, params.id));
  route(context, contract.getMailHtml, async ({ params, reply }) => {
    const html = await getMailHtml(deps, params.id);
    reply.headers(mailHtmlHeaders);
    return new PreparedReply(html, 200, "text/html; charset=utf-8");
  });
  route(context, contract.resendMail, ({ principal, params, idempotency }) =>
    resendMail(deps, params.id, { staff: principal!, idempotency: idempotency! }),
  );
  route(context, sendTicketsContract, ({ principal, params, body, idempotency }) =>
    sendTicketsTo(deps, { staff: principal!, orderId: params.id, draft: body, idempotency: idempotency! }),
  );
  route(context, contract.resendConfirmation, ({ principal, params, idempotency }) =>
    resendConfirmation(deps, params.id, { staff: principal!, idempotency: idempotency! }),
  );
}
