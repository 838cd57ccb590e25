import { badIds } from "#tests/api/mutations.ts";
import type { NounSamples } from "#tests/api/noun-samples.ts";

const reason = "House rules";

/** Chat rooms and their moderation. */
export const nounSamples: NounSamples = {
  access: {
    "GET /api/chat/rooms/{id}": "public",
    "GET /api/chat/rooms/{id}/messages": "public",
    "POST /api/chat/rooms/{id}/messages": "guest",
    "PUT /api/chat/messages/{id}/reaction": "guest",
    "POST /api/chat/messages/{id}/hide": "guest",
    "POST /api/chat/messages/{id}/restore": "guest",
    "PUT /api/chat/rooms/{id}/pin": "guest",
    "PATCH /api/chat/rooms/{id}": "guest",
    "POST /api/chat/rooms/{id}/bans": "guest",
    "POST /api/chat/rooms/{id}/unban": "guest",
    "GET /api/chat/rooms/{id}/log": "guest",
  },
  samples: ({ people: { anon, guest, moderator: as, user }, chat: { roomId, messageId } }) => {
    const room = `/api/chat/rooms/${roomId}`;
    const message = `/api/chat/messages/${messageId}`;
    const person = { personId: user.id, isEverywhere: false, reason };
    return {
      "GET /api/chat/rooms/{id}": { as: anon, url: room },
      "GET /api/chat/rooms/{id}/messages": { as: anon, url: `${room}/messages?before=99` },
      "POST /api/chat/rooms/{id}/messages": {
        as: guest,
        url: `${room}/messages`,
        body: { clientId: "0199b2f0-1111-4000-8000-00000000abcd", text: "Big tune", replyToId: messageId },
        optional: ["replyToId"],
      },
      "PUT /api/chat/messages/{id}/reaction": { as: guest, url: `${message}/reaction`, body: { kind: null } },
      "POST /api/chat/messages/{id}/hide": { as, url: `${message}/hide`, body: { reason } },
      "POST /api/chat/messages/{id}/restore": { as, url: `${message}/restore`, body: { reason } },
      "PUT /api/chat/rooms/{id}/pin": {
        as,
        url: `${room}/pin`,
        body: { messageId: null },
        optional: ["messageId a number"],
      },
      "PATCH /api/chat/rooms/{id}": {
        as,
        url: room,
        body: { audience: "signed_in", slowSeconds: 0, links: "all", isPaused: false, reason },
        optional: ["audience", "slowSeconds", "links", "isPaused"],
      },
      "POST /api/chat/rooms/{id}/bans": {
        as,
        url: `${room}/bans`,
        body: { ...person, seconds: 60, hidesMessages: true },
        optional: ["seconds null", "hidesMessages"],
      },
      "POST /api/chat/rooms/{id}/unban": {
        as,
        url: `${room}/unban`,
        body: { ...person, showsMessages: true },
        optional: ["showsMessages"],
      },
      "GET /api/chat/rooms/{id}/log": { as, url: `${room}/log` },
    };
  },
  unrepeatable: [],
  badParams: Object.fromEntries(
    [
      ...["", "/messages", "/pin", "/bans", "/unban", "/log"].map((rest) => `/api/chat/rooms/{id}${rest}`),
      ...["/reaction", "/hide", "/restore"].map((rest) => `/api/chat/messages/{id}${rest}`),
    ].map((path) => [path, badIds]),
  ),
  unknown: [
    ["GET", "/api/chat/rooms/999999"],
    ["GET", "/api/chat/rooms/999999/messages?before=1"],
    ["GET", "/api/chat/rooms/999999/log"],
  ],
};
