import * as moderationContract from "#contract/chat-moderation.ts";
import * as contract from "#contract/chat.ts";
import type { Deps } from "#server/platform/deps.ts";
import { routes, whenDone, type RouteContext } from "#server/platform/http/route.ts";
import * as moderation from "./moderation.ts";
import { readChat, readEarlier } from "./rooms.ts";
import { postMessage, react } from "./service.ts";

/** What visitors and moderators do in chat rooms. */
export function chatRoutes(context: RouteContext, deps: Deps): void {
  routes(context, contract, {
    getChat: ({ params, principal }) => readChat(deps, principal, params.id),
    listChatMessages: ({ params, query, principal }) => readEarlier(deps, principal, params.id, query.before),
    postChatMessage: ({ params, body, principal }) => postMessage(deps, principal!, params.id, body),
    setReaction: ({ params, body, principal }) => whenDone(react(deps, principal!, params.id, body.kind)),
  });
  routes(context, moderationContract, {
    hideChatMessage: ({ params, body, principal }) =>
      whenDone(moderation.hideMessage(deps, principal!, params.id, body.reason)),
    restoreChatMessage: ({ params, body, principal }) =>
      moderation.restoreMessage(deps, principal!, params.id, body.reason),
    pinChatMessage: ({ params, body, principal }) => moderation.pinMessage(deps, principal!, params.id, body.messageId),
    changeChatRoom: ({ params, body, principal }) => moderation.changeRoom(deps, principal!, params.id, body),
    banFromChat: ({ params, body, principal }) => whenDone(moderation.ban(deps, principal!, params.id, body)),
    unbanFromChat: ({ params, body, principal }) => whenDone(moderation.unban(deps, principal!, params.id, body)),
    listChatLog: ({ params, query, principal }) => moderation.readLog(deps, principal!, params.id, query.before),
  });
}
