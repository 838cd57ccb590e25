import * as contract from "#contract/community/notifications.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PreparedReply, route, routes, whenDone, type RouteContext } from "#server/platform/http/route.ts";
import { changeSettings, getSettings, leaveDigest, requireKey } from "./digest.ts";
import { countNotifications, listNotifications, readNotifications } from "./service.ts";

/** A member's notifications and digests. */
export function notificationRoutes(context: RouteContext, deps: Deps): void {
  routes(context, contract, {
    listNotifications: ({ principal, query }) => listNotifications(deps, principal!, query.cursor),
    countNotifications: ({ principal }) => countNotifications(deps, principal!),
    readNotifications: ({ principal, body }) => readNotifications(deps, principal!, body),
    getNotificationSettings: ({ principal }) => getSettings(deps.db, principal!),
    changeNotificationSettings: ({ principal, body }) => changeSettings(deps, principal!, body.digest),
  });

  // Email programs post a one-line form, in either encoding; its content does not matter.
  void context.app.register(async (scope) => {
    const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
    scope.addContentTypeParser(forms, { parseAs: "string", bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, undefined),
    );
    route({ ...context, app: scope }, contract.leaveDigest, async ({ params, query, request, reply }) => {
      const done = await whenDone(leaveDigest(deps, params.id, query.key));
      if (request.headers.accept?.includes("text/html") !== true) return done;
      // Without scripts the page's own form is posted here: send the person back to the page.
      void reply.header("location", "/community?left=1");
      return new PreparedReply("", 303, "text/plain; charset=utf-8");
    });
  });

  route(context, contract.openDigestPage, async ({ params, query, reply }) => {
    requireKey(deps, params.id, query.key);
    void reply.header("location", `/community?leave=${params.id}&key=${query.key}`);
    return new PreparedReply("", 303, "text/plain; charset=utf-8");
  });
}
