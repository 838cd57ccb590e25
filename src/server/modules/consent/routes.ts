import * as contract from "#contract/consent/consent.ts";
import { reportMail } from "#contract/email/delivery.ts";
import type { Deps } from "#server/platform/deps.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { PreparedReply, route, routes, whenDone, type RouteContext } from "#server/platform/http/route.ts";
import * as service from "./service.ts";

/** Preferences, unsubscribing, suppressions, and the email provider's reports. */
export function consentRoutes(context: RouteContext, deps: Deps): void {
  routes(context, contract, {
    getEmailPreferences: ({ query }) => service.getPreferences(deps, query.token),
    changeEmailPreferences: ({ query, body }) => service.changePreferences(deps, query.token, body),
    getMyEmailConsent: ({ principal }) => service.getMyConsent(deps, principal!),
    changeMyEmailConsent: ({ principal, body }) => service.changeMyConsent(deps, principal!, body),
    listSuppressions: ({ query }) => service.suppressions.list(deps.db, query),
    addSuppression: ({ principal, body }) => service.addSuppression(deps, principal!, body),
    liftSuppression: ({ principal, params, body }) => service.liftSuppression(deps, principal!, params.id, body.reason),
  });

  fileRoutes(context, contract.exportSuppressions, "suppressions", ({ query }) =>
    service.suppressions.file(deps.db, query),
  );

  // Email programs post a one-line form, in either encoding; its content does not matter.
  void context.app.register(async (scope) => {
    const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
    scope.addContentTypeParser(forms, { parseAs: "string", bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, undefined),
    );
    route({ ...context, app: scope }, contract.unsubscribeByEmail, async ({ query, request, reply }) => {
      const done = await whenDone(service.unsubscribe(deps, query.token));
      if (request.headers.accept?.includes("text/html") !== true) return done;
      // Without scripts the page's own form is posted here: send the person back to the page.
      void reply.header("location", contract.preferencesPath(query.token, "unsubscribed"));
      return new PreparedReply("", 303, "text/plain; charset=utf-8");
    });
  });

  // Scanners open every link: opening this one changes nothing.
  route(context, contract.openUnsubscribe, async ({ query, reply }) => {
    service.readLink(deps, query.token);
    void reply.header("location", contract.preferencesPath(query.token, "unsubscribe"));
    return new PreparedReply("", 303, "text/plain; charset=utf-8");
  });

  // The signature is of the bytes, so they are read before anything parses them.
  void context.app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    route({ ...context, app: scope }, reportMail, ({ request }) =>
      whenDone(
        service.receiveReport(deps, {
          body: typeof request.body === "string" ? request.body : "",
          signature: String(request.headers["x-email-signature"] ?? ""),
        }),
      ),
    );
  });
}
