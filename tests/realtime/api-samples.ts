import type { NounSamples } from "#tests/api/noun-samples.ts";

/** The realtime channel. */
export const nounSamples: NounSamples = {
  access: { "GET /api/stream/{topics}": "public" },
  // Nobody may read this topic, so the stream ends at once.
  samples: ({ people: { anon } }) => ({ "GET /api/stream/{topics}": { as: anon, url: "/api/stream/nothing.1" } }),
  unrepeatable: [],
  badParams: {
    "/api/stream/{topics}": ["1", "chat", "chat.", ".1", "Chat.1", "chat.1,", "chat.1,,chat.2", "chat.a%20b"],
  },
};
