import * as contract from "#contract/reminders.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PreparedReply, route, routes, type RouteContext } from "#server/platform/http/route.ts";
import { applyStep, findTopicToLeave, joinWaitlist, remindOfSale } from "./service.ts";
import { pathOf } from "./topics.ts";

/** Signing up, confirming, and unsubscribing. */
export function reminderRoutes(context: RouteContext, deps: Deps): void {
  routes(context, contract, {
    joinWaitlist: ({ body, principal }) => joinWaitlist(deps, principal, body),
    remindOfSale: ({ params, body, principal }) => remindOfSale(deps, principal, params.id, body),
    confirmReminder: async ({ body }) => ({
      topic: await applyStep(deps, "confirm", body.id, body.key),
    }),
  });

  // Email programs post a one-line form, in either encoding; its content does not matter.
  void context.app.register(async (scope) => {
    const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
    scope.addContentTypeParser(forms, { parseAs: "string", bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, undefined),
    );
    route({ ...context, app: scope }, contract.leaveReminder, async ({ params, query, request, reply }) => {
      const topic = await applyStep(deps, "leave", params.id, query.key);
      const isPerson = request.headers.accept?.includes("text/html") === true;
      if (!isPerson) return { topic };
      // Without scripts the page's own form is posted here: send the person back to the page.
      void reply.header("location", pathOf(deps, topic, { left: "1" }));
      return new PreparedReply("", 303, "text/plain; charset=utf-8");
    });
  });

  route(context, contract.openUnsubscribePage, async ({ params, query, reply }) => {
    const topic = await findTopicToLeave(deps, params.id, query.key);
    void reply.header("location", pathOf(deps, topic, { leave: params.id, key: query.key }));
    return new PreparedReply("", 303, "text/plain; charset=utf-8");
  });
}
