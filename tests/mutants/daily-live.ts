import { part } from "./mutant.ts";

const streams = "src/server/modules/streams";
const chat = "src/server/modules/chat";
const webStreams = "src/web/features/streams";
const webChat = "src/web/features/chat";

/** Slips of an ordinary workday, on the server and on screens. */
export const dailyStreams = part({
  name: "daily-streams",
  tests: [
    `${streams}/rules`,
    `${streams}/warnings`,
    "tests/streams/life",
    "tests/streams/reminders",
    "tests/streams/watching",
    "tests/streams/stage",
    "tests/streams/limits",
    webStreams,
    "tests/components/streams",
  ],
  mutants: [
    {
      id: "reminded-before-the-show",
      file: `${streams}/reminders/store.ts`,
      today: "status = 'live' and is_published",
      fault: "status <> 'ended' and is_published",
      harm: "Who asked for a reminder of Saturday's stream has it used up on Tuesday.",
    },
    {
      id: "members-stream-for-guests",
      file: `${streams}/watching/gate.ts`,
      today: 'if (!hasRole(principal, "user")) throw new AppError(refusal);',
      fault: "if (principal === undefined) throw new AppError(refusal);",
      harm: "People without an account watch what is for members.",
    },
    {
      id: "seat-taken-by-the-old-tab",
      file: `${streams}/watching/service.ts`,
      today: "gate.admit(streamId, viewer, !keepsSeat)",
      fault: "gate.admit(streamId, viewer, keepsSeat)",
      harm: "A viewer presses Try again to watch here, and an old tab takes the stream back.",
    },
    {
      id: "passes-lost-on-saving",
      file: `${webStreams}/studio/stream-form.ts`,
      today: 'rest.access === "pass" ? rest.passTypeIds : []',
      fault: 'rest.access === "tickets" ? rest.passTypeIds : []',
      harm: "Staff choose who may watch, save, and holders of that pass can't.",
    },
    {
      id: "reminder-to-another-address",
      file: "src/web/features/reminders/remind-form.tsx",
      today: "bodyOf: ({ email }) => (isOwn() ? {} : { email }),",
      fault: "bodyOf: ({ email }) => (user !== null ? {} : { email }),",
      harm: "A member asks for the reminder at their work address, reads that it's set, and it goes elsewhere.",
    },
    {
      id: "sold-out-beside-the-stream",
      file: `${webStreams}/offer-card.tsx`,
      today: '    .filter(({ status }) => status === "on_sale")\n',
      fault: "",
      harm: "Viewers add a sold-out size to their cart.",
    },
  ],
});

/** Slips of an ordinary workday, on the server and on screens. */
export const dailyChat = part({
  name: "daily-chat",
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
      id: "no-earlier-messages",
      file: `${chat}/rooms.ts`,
      today: "store.findMessages(db, roomId, before, pageSize + 1)",
      fault: "store.findMessages(db, roomId, before, pageSize)",
      harm: "Nobody can read more than the last fifty messages.",
    },
    {
      id: "hidden-spam-earns-trust",
      file: `${chat}/store.ts`,
      today: "where author_id = ${authorId} and hidden_at is null limit ${max}",
      fault: "where author_id = ${authorId} limit ${max}",
      harm: "A spammer whose ten messages were hidden may post links.",
    },
    {
      id: "closed-chat-looks-open",
      file: `${chat}/moderation.ts`,
      today: "...shown } = await showRoom(tx, changed);",
      fault: "...shown } = await showRoom(tx, before);",
      harm: "A moderator closes the chat, and everyone else sees it open until they reload.",
    },
    {
      id: "slow-mode-wait-in-milliseconds",
      file: `${webChat}/use-chat.ts`,
      today: "Date.now() + log.room.slowSeconds * 1000",
      fault: "Date.now() + log.room.slowSeconds",
      harm: "In slow mode Send stays enabled, and every second message fails.",
    },
    {
      id: "failed-reaction-stays",
      file: `${webChat}/message-row.tsx`,
      today: "      setOwnReaction(ownReaction);\n",
      fault: "",
      harm: "A reaction that wasn't saved looks saved.",
    },
    {
      id: "undone-ban-hides-messages",
      file: `${webChat}/moderate-message.tsx`,
      today: "showsMessages: hidesMessages,",
      fault: "showsMessages: false,",
      harm: "A moderator undoes a ban by mistake, and what the person wrote stays hidden.",
    },
  ],
});
