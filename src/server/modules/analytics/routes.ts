import { LRUCache } from "lru-cache";
import * as contract from "#contract/analytics/analytics.ts";
import * as panels from "#contract/analytics/panels.ts";
import { browserName, deviceType } from "#contract/analytics/device.ts";
import * as earnings from "#contract/analytics/earnings.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { networkOf } from "#server/platform/http/limits.ts";
import { isStaffRole } from "#server/platform/http/principal.ts";
import { route, routes, type Call, type RouteContext } from "#server/platform/http/route.ts";
import { pdfReply } from "#server/platform/pdf/letters.ts";
import { eventFileName } from "#server/modules/events/index.ts";
import * as earned from "./earnings/service.ts";
import { printSettlement } from "./earnings/print.ts";
import { toPageViews, toReported, type Sender } from "./intake/rules.ts";
import { isBot, type Intake } from "./intake/service.ts";
import { readCohorts, readSalesCurve } from "./panels/buyers.ts";
import * as read from "./panels/service.ts";

type VisitorCall = Pick<Call<typeof contract.recordPageView>, "principal" | "request">;

/** What browsers send: answered at once, whatever the database does. */
export function intakeRoutes(context: RouteContext, intake: Intake): void {
  const ownHost = new URL(context.baseUrl).hostname;
  route(context, contract.recordPageView, async ({ body, ...call }) => {
    const sender = senderOf(call, body.sessionId);
    if (sender)
      intake.receive(toPageViews(body, ownHost), { ...sender, device: body.deviceType, browser: body.browser });
    return { ok: true as const };
  });
  route(context, contract.recordBeacon, async ({ body, ...call }) => {
    await context.limiter.spend("beacon", call.request.ip, call.principal?.id, {
      calls: body.items.length - 1,
    });
    const sender = senderOf(call, body.sessionId);
    if (sender) {
      const reported = await intake.leaveOutHidden(toReported(body, ownHost));
      const isKnownBot = sender.isBot || body.isAutomated;
      intake.receive(reported, { ...sender, isBot: isKnownBot, device: body.deviceType, browser: body.browser });
    }
    return { ok: true as const };
  });
  const record = (endpoint: typeof contract.recordEventView, kind: contract.InteractionKind) =>
    route(context, endpoint, async ({ params, ...call }) => {
      await intake.requireShown(kind, params.id);
      const sender = senderOf(call);
      const reported = { kind, subject: String(params.id), source: "", campaign: "", ageMs: 0 };
      if (sender) intake.receive([reported], sender);
      return { ok: true as const };
    });
  record(contract.recordEventView, "event_view");
  record(contract.recordTicketClick, "ticket_click");
  record(contract.recordProductView, "product_view");
  record(contract.recordProductDetailClick, "product_click");
  context.app.addHook("onClose", () => intake.close());
}

/** Who sent it; undefined for staff, whose own visits never count. Without a session ID, it's the address and browser. */
function senderOf(
  { principal, request }: VisitorCall,
  sessionId = request.headers["x-session-id"],
): Sender | undefined {
  if (principal && isStaffRole(principal.role)) return undefined;
  const agent = request.headers["user-agent"] ?? "";
  const isGiven = typeof sessionId === "string" && sessionId !== "" && sessionId.length <= 64;
  return {
    who: isGiven ? sessionId : `${request.ip} ${agent.slice(0, 300)}`,
    network: networkOf(request.ip),
    ...traitsOf(agent),
  };
}

/** What a name says of a browser. Most of a rush have one of a few names. */
const traits = new LRUCache<string, Omit<Sender, "who" | "network">>({ max: 1000 });

function traitsOf(agent: string): Omit<Sender, "who" | "network"> {
  const known = traits.get(agent);
  if (known !== undefined) return known;
  const agentTraits = { isBot: isBot(agent), device: deviceType(agent), browser: browserName(agent) };
  if (agent.length <= 500) traits.set(agent, agentTraits);
  return agentTraits;
}

/**
 * The panels of the dashboard and the money page.
 *
 * @param freshen brings the roll-ups up to date first, if that is quick
 */
export function panelRoutes(
  context: RouteContext,
  deps: read.PanelDeps,
  intake: Intake,
  freshen: () => Promise<void>,
): void {
  const { db } = deps;
  const fresh =
    <Asks, Answer>(answer: (asks: Asks) => Promise<Answer>) =>
    async (asks: Asks): Promise<Answer> => {
      await freshen();
      return answer(asks);
    };
  routes(context, panels, {
    readVisitorsNow: fresh(() => intake.findVisitorsNow()),
    readOverview: fresh(({ query }) => read.readOverview(deps, query)),
    exportOverview: fresh(({ query, reply }) => csvReply(reply, "analytics", read.overviewFile(deps, query))),
    readBreakdown: fresh(({ query }) => read.readBreakdown(deps, query)),
    exportBreakdown: fresh(({ query, reply }) =>
      csvReply(reply, `analytics-by-${query.by}`, read.breakdownFile(deps, query)),
    ),
    readFunnel: fresh(({ query }) => read.readFunnel(deps, query)),
    readSalesCurve: fresh(({ params }) => readSalesCurve(db, params.id)),
    readCohorts: ({ query }) => readCohorts(db, query.months),
  });
  routes(context, earnings, {
    readEarnings: ({ query }) => earned.readEarnings(db, query),
    exportEarnings: ({ query, reply }) => csvReply(reply, "earnings", earned.earningsFile(db, query)),
    readSettlement: ({ params }) => earned.readSettlement(db, params.id),
    async printSettlement({ params, reply }) {
      const pdf = await printSettlement(await earned.readSettlement(db, params.id));
      return pdfReply(reply, await eventFileName(db, params.id, "settlement"), pdf);
    },
    async exportSettlement({ params, reply }) {
      const settlement = await earned.readSettlement(db, params.id);
      return csvReply(reply, await eventFileName(db, params.id, "settlement"), earned.settlementFile(settlement));
    },
  });
}
