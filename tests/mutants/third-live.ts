import { part } from "./mutant.ts";

const streams = "src/server/modules/streams";
const chat = "src/server/modules/chat";
const community = "src/server/modules/community";
const webStreams = "src/web/features/streams";
const webChat = "src/web/features/chat";
const webCommunity = "src/web/features/community";

export const thirdStreams = part({
  name: "third-streams",
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
      id: "replay-begins-after-the-dropout",
      file: `${streams}/store.ts`,
      today: "when ${status} = 'live' then coalesce(started_at, clock_now()) else started_at end",
      fault: "when ${status} = 'live' then clock_now() else started_at end",
      harm: "The host's connection dropped at midnight, and the replay lacks the two hours before.",
    },
    {
      id: "no-way-back-to-this-screen",
      file: `${webStreams}/watch/watch.tsx`,
      today: "refused={answer} onAgain={ask} />",
      fault: "refused={answer} onAgain={askAgain} />",
      harm: 'A fan wants back to the window that another one took over from: "Try again" never takes the seat again.',
    },
  ],
});

export const thirdChat = part({
  name: "third-chat",
  tests: [
    chat,
    "tests/chat/messages",
    "tests/chat/permissions",
    "tests/chat/moderation",
    webChat,
    "tests/components/streams",
  ],
  mutants: [
    {
      id: "ban-hides-the-first-hundred",
      file: `${chat}/bans.ts`,
      today: "while (!(await inTransaction(deps.db, (tx) => hideMessagesOf(deps, tx, hidden))).isDone);",
      fault: "await inTransaction(deps.db, (tx) => hideMessagesOf(deps, tx, hidden));",
      harm: "A moderator bans a bot and hides all of its messages; those after the hundredth stay in the chat.",
    },
    {
      id: "rule-springs-back",
      file: `${webStreams}/studio/chat-rules.tsx`,
      today: "      await queryClient.invalidateQueries({ queryKey: chatQuery(room.id).queryKey });\n",
      fault: "",
      harm: 'A host closes the chat, the button still says "Close the chat", and a second press doesn\'t open it.',
    },
  ],
});

export const thirdCommunity = part({
  name: "third-community",
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
      id: "notified-for-each-ticket",
      file: `${community}/notifications/store.ts`,
      today: "select distinct t.owner_id, ${kind}",
      fault: "select t.owner_id, ${kind}",
      harm: "A fan who bought for four friends reads four times that the event has moved.",
    },
    {
      id: "restored-still-offers-it",
      file: `${webCommunity}/admin/decided-list.tsx`,
      today: "    await refreshCommunity(queryClient);\n",
      fault: "",
      harm: "A moderator restores a post, the list still calls it hidden, and they restore it again and again.",
    },
    {
      id: "topic-forgets-the-order",
      file: `${webCommunity}/feed/topics.tsx`,
      today: "to={paths.community({ sort, ...to })}",
      fault: "to={paths.community(to)}",
      harm: "A fan reads the top posts, taps an event, and gets its newest ones instead.",
    },
  ],
});
