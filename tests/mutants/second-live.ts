import { part } from "./mutant.ts";

const streams = "src/server/modules/streams";
const chat = "src/server/modules/chat";
const community = "src/server/modules/community";
const webStreams = "src/web/features/streams";
const webChat = "src/web/features/chat";
const webCommunity = "src/web/features/community";

export const secondStreams = part({
  name: "second-streams",
  tests: [
    `${streams}/rules`,
    `${streams}/warnings`,
    "tests/streams/life",
    "tests/streams/watching",
    "tests/streams/stage",
    "tests/streams/limits",
    webStreams,
    "tests/components/streams",
  ],
  mutants: [
    {
      id: "oldest-replay-first",
      file: `${streams}/views.ts`,
      today: '.filter(({ status }) => status === "replay").toReversed()',
      fault: '.filter(({ status }) => status === "replay")',
      harm: "Fans who missed last night's stream find a replay from last year on top.",
    },
    {
      id: "sign-in-loses-the-stream",
      file: `${webStreams}/watch/refusal.tsx`,
      today: "redirect: paths.live({ stream: stream.id })",
      fault: "redirect: paths.live()",
      harm: "A fan signs in to watch a stream and lands on another one.",
    },
  ],
});

export const secondChat = part({
  name: "second-chat",
  tests: [
    chat,
    "tests/chat/messages",
    "tests/chat/permissions",
    "tests/chat/moderation",
    webChat,
    "tests/components/streams/chat",
  ],
  mutants: [
    {
      id: "bans-everywhere-not-in-the-log",
      file: `${chat}/moderation-store.ts`,
      today: "from chat_log where (room_id = ${roomId} or room_id is null)",
      fault: "from chat_log where room_id = ${roomId}",
      harm: "Someone is banned from every chat, and no chat's log says who did it and why.",
    },
    {
      id: "next-message-still-a-reply",
      file: `${webChat}/composer.tsx`,
      today: "onReplyDone();",
      fault: "",
      harm: "After one reply, everything that a fan writes answers the same message.",
    },
    {
      id: "dropped-messages-out-of-reach",
      file: `${webChat}/chat-log.ts`,
      today: "hasEarlier: log.hasEarlier || cut > 0",
      fault: "hasEarlier: log.hasEarlier",
      harm: "In a busy chat, a reader can't get back to the first messages that they saw.",
    },
  ],
});

export const secondCommunity = part({
  name: "second-community",
  tests: [
    "tests/community/notifications",
    "tests/community/people",
    "tests/community/photos",
    "tests/community/posts",
    webCommunity,
    "tests/components/community",
  ],
  mutants: [
    {
      id: "held-comment-counted-off",
      file: `${community}/comments/service.ts`,
      today: 'if (comment.status === "published") await countComment(deps, tx, comment, -1);',
      fault: "await countComment(deps, tx, comment, -1);",
      harm: "A member deletes a comment that was held, and the post counts one comment too few.",
    },
    {
      id: "held-post-below-three-others",
      file: `${webCommunity}/feed/use-feed.ts`,
      today: "data?.items.filter(isNews).slice(0, 3)",
      fault: "data?.items.slice(0, 3).filter(isNews)",
      harm: "A member's post waits for review, and nothing tells them once they post three more.",
    },
    {
      id: "count-stays-after-a-deletion",
      file: `${webCommunity}/thread/use-thread.ts`,
      today: "count(-1);",
      fault: "",
      harm: "A post says it has five comments when readers can see four.",
    },
  ],
});
