import * as moderationContract from "#contract/chat/moderation.ts";
import * as contract from "#contract/chat/chat.ts";
import { countInMemory, type Counter } from "#server/platform/counters.ts";
import type { Deps } from "#server/platform/deps.ts";
import { spendPoint } from "#server/platform/http/limits.ts";
import { hasRole, type Principal } from "#server/platform/http/principal.ts";
import { routes, whenDone, type RouteContext } from "#server/platform/http/route.ts";
import { ban, unban } from "./bans.ts";
import * as moderation from "./moderation.ts";
import { readChat, readEarlier } from "./rooms.ts";
import { postMessage, react } from "./service.ts";

/**
 * Nobody types faster than this for long; reactions come a few at a time. Counted by the node: it protects the node's own
 * work, and before any of that is done.
 */
const messagePace = { name: "chat-messages", points: 3, duration: 3 };
const reactionPace = { name: "chat-reactions", points: 10, duration: 5 };

/** What visitors and moderators do in chat rooms. */
export function chatRoutes(context: RouteContext, deps: Deps): void {
  const [messages, reactions] = [countInMemory(messagePace), countInMemory(reactionPace)];
  /** Staff have only the budget of all requests, as the other rules for authors don't apply to them either. */
  const limitRate = async (counter: Counter, person: Principal) => {
    const { id } = person;
    if (deps.config.rateLimits && !hasRole(person, "moderator")) await spendPoint(counter, String(id));
  };
  routes(context, contract, {
    getChat: ({ params, principal }) => readChat(deps, principal, params.id),
    listChatMessages: ({ params, query, principal }) => readEarlier(deps, principal, params.id, query.before),
    postChatMessage: async ({ params, body, principal }) => {
      await limitRate(messages, principal!);
      return postMessage(deps, principal!, params.id, body);
    },
    setReaction: async ({ params, body, principal }) => {
      await limitRate(reactions, principal!);
      return whenDone(react(deps, principal!, params.id, body.kind));
    },
  });
  routes(context, moderationContract, {
    hideChatMessage: ({ params, body, principal }) =>
      whenDone(moderation.hideMessage(deps, principal!, params.id, body.reason)),
    restoreChatMessage: ({ params, body, principal }) =>
      moderation.restoreMessage(deps, principal!, params.id, body.reason),
    pinChatMessage: ({ params, body, principal }) => moderation.pinMessage(deps, principal!, params.id, body.messageId),
    changeChatRoom: ({ params, body, principal }) => moderation.changeRoom(deps, principal!, params.id, body),
    banFromChat: ({ params, body, principal }) => whenDone(ban(deps, principal!, params.id, body)),
    unbanFromChat: ({ params, body, principal }) => whenDone(unban(deps, principal!, params.id, body)),
    listChatLog: ({ params, query, principal }) => moderation.readLog(deps, principal!, params.id, query.before),
  });
}
