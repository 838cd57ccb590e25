/** Every benchmark: its file in bench/, and what it measures. docs/benchmarks.md explains them. */
export const benchmarks: Record<string, string> = {
  "on-sale": "a rush for one event: holds and purchases against PostgreSQL itself, without limits and with them",
  door: "scans at the door against raw single-row writes of PostgreSQL, alone and while emails leave",
  pages: "pages that signed-out visitors read against bare node:http",
  web: "what each public page costs in a browser: bytes, requests, main-thread time",
  lists: "every list and detail of a large site against a `select 1`",
  shop: "purchases of products against those of tickets, and the shop's lists",
  live: "the realtime channel against bare node:http",
  "live-segments": "segments and playlists of a stream against bare node:http",
  community: "pages of a large community against a `select 1`",
  email: "a campaign against a bare loop of the same library",
  analytics: "page views, panels and roll-ups against one insert per request",
  proof: "what a proof of work costs visitors and the server",
  soak: "mixed load for minutes: memory, p99 and errors of the last third against the first",
};
