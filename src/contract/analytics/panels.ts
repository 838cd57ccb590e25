import { z } from "zod";
import { BrowserName, DeviceType } from "./analytics.ts";
import { adminEndpoint, fileEndpoint } from "../endpoint.ts";
import { ById, Currency, EventReference, IdParam, Instant, IntOrNull, Items, TextOrNull } from "../shapes.ts";

const Day = z.iso.date();
const Name = z.string().trim().max(60).optional();

/** Which days a panel covers, and what it's compared with. */
const period = {
  /** First and last day, both included. Default: the last 28 days. At most 731 days. */
  from: Day.optional(),
  to: Day.optional(),
  /** IANA zone for the days. Default: the brand's, in which a visitor counts once a day. */
  timeZone: z.string().trim().max(64).optional(),
  /** `previous`: the same number of days right before. `year`: the same days a year earlier. */
  compare: z.enum(["none", "previous", "year"]).default("previous"),
};

/** Filters of the panels. A page, event, product or stream: one at most. Empty text means "none", such as no source. */
const filters = {
  source: Name,
  campaign: Name,
  device: DeviceType.optional(),
  browser: BrowserName.optional(),
  path: z.string().trim().max(200).optional(),
  eventId: IdParam.optional(),
  productId: IdParam.optional(),
  streamId: IdParam.optional(),
  /** `count`: likely bots count like people, to undo what is marked in a period. Without it they are left out. */
  likelyBots: z.literal("count").optional(),
};

/** Days are in `timeZone`. `invalid_input` for more than one of page, event, product and stream. */
export const PanelQuery = z
  .object({ ...period, ...filters })
  .refine((of) => [of.path, of.eventId, of.productId, of.streamId].filter((one) => one !== undefined).length <= 1, {
    message: "Filter by a page, an event, a product or a stream, not by several",
    path: ["path"],
  });
export type PanelQuery = z.infer<typeof PanelQuery>;

/** The days that a panel covers and is compared with, and what it is in. */
const covered = {
  from: Day,
  to: Day,
  timeZone: z.string(),
  currency: Currency,
  before: z.object({ from: Day, to: Day }).nullable(),
};

/**
 * Sums of a period. `visitors` is the sum of each day's visitors: someone who comes on three days counts three times.
 * Revenue is what buyers paid for tickets and products, from the ledger, without tax and shipping. Sales count when they were
 * paid, refunds when they were decided and lost disputes when they were lost.
 */
export const PanelFigures = z.object({
  visitors: z.int(),
  views: z.int(),
  visits: z.int(),
  /** Visits of one page without a click, in percent of the visits; null without visits. */
  bouncePercent: z.number().nullable(),
  /** Mean length of a visit in seconds; null without visits. */
  averageSeconds: IntOrNull,
  /** Paid orders, except those that were refunded in full. */
  orders: z.int(),
  revenueCents: z.int(),
  /** With lost disputes. */
  refundCents: z.int(),
  /** Orders in percent of visitors. Null without visitors, and with more orders than visitors: blockers hide some. */
  conversionPercent: z.number().nullable(),
});
export type PanelFigures = z.infer<typeof PanelFigures>;

/** Without bots. Each person is on the page that they opened last; 20 pages at most. */
export const readVisitorsNow = adminEndpoint(
  "GET /api/admin/analytics/now",
  "Analytics: people on the site in the last five minutes, and the pages that they are on",
  { reply: z.object({ people: z.int(), pages: z.array(z.object({ path: z.string(), people: z.int() })) }) },
);

/** `totalBefore` and each `before` are null with `compare: none`. */
export const Overview = z.object({
  ...covered,
  total: PanelFigures,
  totalBefore: PanelFigures.nullable(),
  /** Page views of known bots, and of visitors that behave like bots or come in bursts. In no other figure unless they're counted. */
  bots: z.object({ bots: z.int(), likelyBots: z.int() }),
  /** `hour` for one or two days. */
  step: z.enum(["hour", "day"]),
  /** Every step of the period. `before` has the figures of the period that it's compared with, by position. */
  series: z.array(
    z.object({
      /** A day, or the start of an hour. */
      at: z.string(),
      visitors: z.int(),
      views: z.int(),
      visits: z.int(),
      revenueCents: z.int(),
      bots: z.int(),
      likelyBots: z.int(),
      before: z.object({ visitors: z.int(), views: z.int(), visits: z.int(), revenueCents: z.int() }).nullable(),
    }),
  ),
});
export type Overview = z.infer<typeof Overview>;

/** `invalid_input` for an unknown zone, or days that can't be reported. */
export const readOverview = adminEndpoint(
  "GET /api/admin/analytics/overview",
  "Analytics: visitors, views, visits, bounces, time and revenue, in total and over time",
  { query: PanelQuery, reply: Overview, errors: ["invalid_input"] },
);

/** Money as numbers in the brand's currency. */
export const exportOverview = fileEndpoint(
  "/api/admin/analytics/overview.csv",
  PanelQuery,
  "Analytics over time as a CSV file",
  false,
);

/** `entry` and `exit`: the first and the last page of a visit. */
export const BreakdownBy = z.enum([
  "source",
  "campaign",
  "device",
  "browser",
  "page",
  "entry",
  "exit",
  "event",
  "product",
  "stream",
  "promoter",
]);
export type BreakdownBy = z.infer<typeof BreakdownBy>;

/** Filters that don't fit `by` are ignored; see `filteredBy`. */
export const BreakdownQuery = PanelQuery.safeExtend({ by: BreakdownBy });
export type BreakdownQuery = z.infer<typeof BreakdownQuery>;

/** `before` has the same rows in the period that it's compared with. */
export const Breakdown = z.object({
  ...covered,
  by: BreakdownBy,
  /** The filters that apply here: pages and items can't be filtered by each other. */
  filteredBy: z.array(z.string()),
  /** The 200 with the most visitors. */
  rows: z.array(
    PanelFigures.extend({
      /** What to filter by: a name, a path or an id. Empty: no source, no campaign. */
      key: z.string(),
      /** Its title; null if it has none besides the key. */
      title: TextOrNull,
      /** Ticket clicks of an event, card clicks of a product, chat messages of a stream, exits of a page. */
      clicks: z.int(),
      before: z
        .object({ visitors: z.int(), views: z.int(), visits: z.int(), orders: z.int(), revenueCents: z.int() })
        .nullable(),
    }),
  ),
});
export type Breakdown = z.infer<typeof Breakdown>;

/** `invalid_input` for an unknown zone, or days that can't be reported. */
export const readBreakdown = adminEndpoint(
  "GET /api/admin/analytics/breakdown",
  "Analytics by source, campaign, device, browser, page, entry or exit page, event, product, stream or promoter",
  { query: BreakdownQuery, reply: Breakdown, errors: ["invalid_input"] },
);

/** Money as numbers in the brand's currency. */
export const exportBreakdown = fileEndpoint(
  "/api/admin/analytics/breakdown.csv",
  BreakdownQuery,
  "The same as a CSV file",
  false,
);

/** `tickets` begins with an event, `shop` with a product, `live` with a stream. All end with a paid order. */
export const FunnelName = z.enum(["tickets", "shop", "live"]);
export type FunnelName = z.infer<typeof FunnelName>;

/** `splitBy` repeats the steps for each of the ten largest sources or devices. */
export const FunnelQuery = PanelQuery.safeExtend({
  funnel: FunnelName,
  splitBy: z.enum(["none", "source", "device"]).default("none"),
});
export type FunnelQuery = z.infer<typeof FunnelQuery>;

const FunnelStep = z.object({
  step: z.enum([
    "event_view",
    "ticket_click",
    "product_view",
    "cart_add",
    "stream_view",
    "stream_chat",
    "stream_shop",
    "checkout",
    "paid",
  ]),
  /** Visitors of the day, for what browsers report; orders, for `checkout` and `paid`. */
  count: z.int(),
  countBefore: IntOrNull,
  /** In percent of the step before. Null for the first one, and where more reached this step than were counted before. */
  percent: z.number().nullable(),
  /** The value of the orders at this step: placed, or paid less refunds. Null for the steps before an order. */
  cents: IntOrNull,
  /** Revenue of the period for each one who reached this step. */
  centsEach: IntOrNull,
});

/** Steps before checkout count visitors, the last two count orders. */
export const Funnel = z.object({
  ...covered,
  funnel: FunnelName,
  steps: z.array(FunnelStep),
  /** The same for each of the ten largest sources or devices. */
  parts: z.array(z.object({ key: z.string(), steps: z.array(FunnelStep) })),
});
export type Funnel = z.infer<typeof Funnel>;

/** `invalid_input` for an unknown zone, or days that can't be reported. */
export const readFunnel = adminEndpoint(
  "GET /api/admin/analytics/funnel",
  "Analytics: how many reach each step of buying tickets or products or of a live show, with the money at each",
  { query: FunnelQuery, reply: Funnel, errors: ["invalid_input"] },
);

/** Tickets and money sold until a day before the start. */
const CurvePoint = z.object({ daysToGo: z.int(), tickets: z.int(), revenueCents: z.int() });

/** Events are compared by days to go, not by date. */
export const SalesCurve = z.object({
  currency: Currency,
  /** Days until the event; zero on its day and after. */
  daysToGo: z.int(),
  /** The event first, then up to five earlier events. Sums from the first sale on; zero days to go is the last point. */
  events: z.array(
    EventReference.extend({
      capacity: z.int(),
      points: z.array(CurvePoint),
      /** As of the same days to go as the event is now. */
      now: CurvePoint,
      /** When all is sold. */
      final: CurvePoint,
    }),
  ),
});
export type SalesCurve = z.infer<typeof SalesCurve>;

export const readSalesCurve = adminEndpoint(
  "GET /api/admin/analytics/events/{id}/sales-curve",
  "Analytics: an event's sales by days to go, against earlier events",
  { params: ById, reply: SalesCurve },
);

/** In the brand's time zone and currency. */
export const Cohorts = z.object({
  timeZone: z.string(),
  currency: Currency,
  madeAt: Instant,
  ...Items(
    z.object({
      /** The month in which these buyers bought first, `2026-11`. */
      month: z.string(),
      buyers: z.int(),
      /** By months since then, the first month included: buyers who bought again, and revenue of all. */
      months: z.array(z.object({ after: z.int(), buyers: z.int(), revenueCents: z.int() })),
    }),
  ).shape,
  /** Buyers of the shown months, and those of them who bought on two days or more. */
  total: z.object({ buyers: z.int(), returning: z.int() }),
});
export type Cohorts = z.infer<typeof Cohorts>;

/** `months`: how many months of first purchases. */
export const readCohorts = adminEndpoint(
  "GET /api/admin/analytics/cohorts",
  "Analytics: buyers by the month of their first purchase, and who comes again",
  { query: z.object({ months: z.coerce.number().int().min(1).max(24).default(12) }), reply: Cohorts },
);
