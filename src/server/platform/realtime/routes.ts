import * as contract from "#contract/realtime.ts";
import { sendDirectly } from "../http/direct-reply.ts";
import type { Principal } from "../http/principal.ts";
import { PreparedReply, route, type RouteContext } from "../http/route.ts";
import type { RealtimeNode, TopicFamily } from "./index.ts";
import { readPositions } from "./positions.ts";

const eventStream = "text/event-stream; charset=utf-8";
const closed = (topic: string) => `data: ${JSON.stringify({ control: "closed", topic })}\n\n`;

/** The connections of browsers: one stream of all the topics that a browser wants. */
export function realtimeRoutes(context: RouteContext, node: RealtimeNode, families: () => TopicFamily[]): void {
  const mayRead = async (visitor: Principal | undefined, topic: string) => {
    const [prefix, id] = topic.split(".") as [string, string];
    const family = families().find((candidate) => candidate.prefix === prefix);
    return family !== undefined && family.mayRead(visitor, id);
  };

  route(context, contract.streamTopics, async ({ params: { topics }, query, principal, token, request, reply }) => {
    const allowed = await Promise.all(topics.map((topic) => mayRead(principal, topic)));
    const open = topics.filter((_, index) => allowed[index]);
    const refused = topics
      .filter((topic) => !open.includes(topic))
      .map(closed)
      .join("");
    if (open.length === 0 || request.method === "HEAD") return new PreparedReply(refused, 200, eventStream);

    // Later checks look up the session again: it may have ended.
    const mayStillRead = async (topic: string) => {
      const visitor = principal && token !== undefined ? await context.authenticate(token) : undefined;
      return (principal === undefined || visitor !== undefined) && mayRead(visitor, topic);
    };
    const lastId = request.headers["last-event-id"];
    const since = readPositions(typeof lastId === "string" ? lastId : query.since);
    const caller = { address: request.ip, userId: principal?.id, mayRead: mayStillRead };
    node.connect(caller, open, since, () => {
      sendDirectly(reply, (response, headers) => {
        response.writeHead(200, [
          ...headers,
          "content-type",
          eventStream,
          "cache-control",
          "no-store, no-transform",
          "x-accel-buffering",
          "no",
        ]);
        // Proxies and browsers hold a head back until something follows it.
        response.write(`:\n\n${refused}`);
      });
      return reply.raw;
    });
    return new PreparedReply("");
  });
}
