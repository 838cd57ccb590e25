import * as contract from "#contract/realtime.ts";
import { AppError } from "../app-error.ts";
import { currentRequest } from "../current-request.ts";
import { sendDirectly } from "../http/serve-prepared.ts";
import type { Principal } from "../http/principal.ts";
import { PreparedReply, route, type RouteContext } from "../http/route.ts";
import type { RealtimeNode, TopicFamily } from "./index.ts";
import { readPositions } from "./positions.ts";

const eventStream = "text/event-stream; charset=utf-8";
const closed = (topic: string) => `data: ${JSON.stringify({ control: "closed", topic })}\n\n`;

/**
 * Refuses streams that pages of other sites ask for. They couldn't read one, but each of their visitors would keep a
 * connection open here.
 *
 * @throws AppError `foreign_origin`
 */
function requireOwnPage(site: string | string[] | undefined): void {
  if (site !== undefined && site !== "same-origin" && site !== "none") throw new AppError("foreign_origin");
}

/** The connections of browsers: one stream of all the topics that a browser wants. */
export function realtimeRoutes(context: RouteContext, node: RealtimeNode, families: () => TopicFamily[]): void {
  const mayRead = async (visitor: Principal | undefined, topic: string) => {
    const [prefix, id] = topic.split(".") as [string, string];
    const family = families().find((candidate) => candidate.prefix === prefix);
    return family !== undefined && family.mayRead(visitor, id);
  };
  const whichMayRead = async (visitor: Principal | undefined, topics: string[]) => {
    const may = await Promise.all(topics.map((topic) => mayRead(visitor, topic)));
    return topics.filter((_, index) => may[index]);
  };

  route(
    context,
    contract.streamTopics,
    async ({ params: { topics }, query, principal, token, prover, request, reply }) => {
      requireOwnPage(request.headers["sec-fetch-site"]);
      // Looks up the session each time: it may have ended.
      const ask = async (asking: string[]) => {
        const visitor = principal && token !== undefined ? await context.authenticate(token) : undefined;
        if (principal !== undefined && visitor === undefined) return undefined;
        return whichMayRead(visitor, asking);
      };
      // Before access is asked: what changes it meanwhile is noticed.
      const accessPositions = await node.findPositions(topics);
      const open = await ask(topics);
      if (open === undefined) return new PreparedReply("", 200, eventStream);
      const refused = topics
        .filter((topic) => !open.includes(topic))
        .map(closed)
        .join("");
      if (open.length === 0 || request.method === "HEAD") return new PreparedReply(refused, 200, eventStream);
      const lastId = request.headers["last-event-id"];
      const since = readPositions(typeof lastId === "string" ? lastId : query.since);
      const isProven = node.isCrowded(request.ip);
      if (isProven) await prover.require({ purpose: "live", subject: "stream" });
      const caller = { address: request.ip, userId: principal?.id, isProven, ask };
      node.connect(caller, { topics: open, from: since, accessPositions }, () => {
        const current = currentRequest();
        if (current !== undefined) current.isStream = true;
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
    },
  );
}
