import { part } from "./mutant.ts";

const channel = "src/server/platform/realtime";
const chat = "src/server/modules/chat";
const browser = "src/web/lib/realtime";

export const realtime = part({
  name: "realtime",
  tests: ["tests/realtime/", `${channel}/`, `${browser}/`],
  mutants: [
    {
      id: "replay-skipped",
      file: `${channel}/positions.ts`,
      today: 'return oldest !== null && oldest <= from + 1 ? "replay" : "reset";',
      fault: 'return "replay";',
      harm: "Whoever comes back late misses messages that were deleted, and nobody tells them.",
    },
    {
      id: "replay-starts-at-the-end",
      file: `${channel}/hub.ts`,
      today: "return { topic, from: given, end, isReset: false };",
      fault: "return { topic, from: end, end, isReset: false };",
      harm: "After a break in the network, messages are missing.",
    },
    {
      id: "access-not-asked-again",
      file: `${channel}/hub.ts`,
      today: "for (const reader of readers) void this.check(reader, topic);",
      fault: "",
      harm: "A banned person reads on in a tab that was open.",
    },
    {
      id: "ended-session-reads-on",
      file: `${channel}/routes.ts`,
      today: "return (principal === undefined || visitor !== undefined) && mayRead(visitor, topic);",
      fault: "return mayRead(principal, topic);",
      harm: "Someone whose session was ended keeps reading what only they may read.",
    },
    {
      id: "slow-reader-kept",
      file: `${channel}/listener.ts`,
      today: "if (this.#response.writableLength > mostUnsentBytes) {",
      fault: "if (Number.isNaN(this.#response.writableLength)) {",
      harm: "A few readers who don't read fill the server's memory, and the site ends for everyone.",
    },
    {
      id: "streams-not-ended",
      file: `${channel}/index.ts`,
      today: "for (const listener of open) listener.end();",
      fault: "",
      harm: "Each deployment waits twenty seconds and then cuts everyone off.",
    },
    {
      id: "connections-unlimited",
      file: `${channel}/connection-counts.ts`,
      today: "if (this.#isLimited && isFull)",
      fault: "if (this.#isLimited && isFull && userId === undefined)",
      harm: "One person opens connections until nobody else gets one.",
    },
    {
      id: "purge-leaves-gaps",
      file: `${channel}/store.ts`,
      today: "where m.topic = old.topic and m.seq <= old.seq`;",
      fault: "where m.topic = old.topic and m.seq = old.seq`;",
      harm: "Messages in the middle are deleted, and readers who come back miss them.",
    },
    {
      id: "scrubbed-data-stays",
      file: `${channel}/store.ts`,
      today: "update realtime_messages set type = ${scrubbed}, data = '{}'",
      fault: "update realtime_messages set type = ${scrubbed}",
      harm: "A hidden text stays in a table that everyone reads from.",
    },
    {
      id: "rolled-back-wakes",
      file: "src/server/platform/db/database.ts",
      today: "for (const effect of effects.get(open!) ?? []) effect();",
      fault: "",
      harm: "Every message arrives up to two seconds late.",
    },
    {
      id: "seen-message-again",
      file: `${browser}/subscriptions.ts`,
      today: "(followed.seq !== undefined && seq <= followed.seq)",
      fault: "followed.seq === -1",
      harm: "Messages appear twice when the leading tab is closed.",
    },
    {
      id: "reset-ignored",
      file: `${browser}/subscriptions.ts`,
      today: "for (const { reset } of followed.handlers) reset();",
      fault: "",
      harm: "A page that was offline for long shows an old state as if it were the current one.",
    },
  ],
});

export const chats = part({
  name: "chat",
  tests: ["tests/chat/", `${chat}/`],
  mutants: [
    {
      id: "hidden-text-replayed",
      file: `${chat}/moderation.ts`,
      today: "await realtime.scrub(tx, topicOf(roomId), subjectOf(messageId));",
      fault: "",
      harm: "Whoever opens the page after a slur was hidden still gets it.",
    },
    {
      id: "hidden-stays-pinned",
      file: `${chat}/moderation.ts`,
      today: "if (room.pinnedId === messageId) {",
      fault: "if (room.pinnedId === -1) {",
      harm: "A hidden message stays above the chat of whoever has the page open.",
    },
    {
      id: "ban-keeps-streams",
      file: `${chat}/moderation.ts`,
      today: 'if (action === "banned") for (const id of rooms) await realtime.recheck(tx, topicOf(id));',
      fault: "",
      harm: "A banned person reads on.",
    },
    {
      id: "posts-after-ban",
      file: `${chat}/service.ts`,
      today: "if (!isModerating && (await findBan(tx, roomId, author.id)) !== undefined)",
      fault: "if (author.id === -1)",
      harm: "What a troll sent a moment ago still appears after the ban.",
    },
    {
      id: "staff-banned",
      file: `${chat}/rules.ts`,
      today: "!isModerator(target) &&",
      fault: "",
      harm: "A host bans the moderators and has the room alone.",
    },
    {
      id: "reply-across-rooms",
      file: `${chat}/service.ts`,
      today: "if (replyToId !== undefined && (await store.findPlace(tx, replyToId))?.roomId !== roomId)",
      fault: "if (replyToId === -1)",
      harm: "A reply shows that a message of a closed room exists.",
    },
    {
      id: "reaction-counts-stale",
      file: `${chat}/store.ts`,
      today: "and hidden_at is null for no key update`;",
      fault: "and hidden_at is null`;",
      harm: "After a rush of reactions everyone sees too few.",
    },
    {
      id: "deleted-name-replayed",
      file: `${chat}/records.ts`,
      today: "await realtime.scrub(tx, topicOf(roomId), subjectOf(messageId));",
      fault: "",
      harm: "The name of a deleted account still reaches people.",
    },
    {
      id: "guests-among-members",
      file: `${chat}/rules.ts`,
      today: 'if (room.audience === "members" && person.role === "guest") return "members";',
      fault: "",
      harm: "Anyone without an account posts in a members' room.",
    },
  ],
});
