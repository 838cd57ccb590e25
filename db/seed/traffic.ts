import { browserName, deviceType } from "#contract/analytics/device.ts";
import type { Database } from "#server/platform/db/database.ts";
import { run } from "#server/platform/db/rows.ts";
import type { Purchase } from "./purchases.ts";
import { createDice, type Dice } from "./seeded-random.ts";
import type { StagedVariant } from "./stage-shop.ts";
import type { StagedEvent } from "./stage.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
/** Raw visits are kept as long. */
const weeks = 8;

/** Where visitors come from, each as often as it's listed. */
const origins = [
  { source: "" },
  { source: "" },
  { source: "instagram" },
  { source: "instagram" },
  { source: "instagram", campaign: "carnival-reels" },
  { source: "whatsapp" },
  { source: "google" },
  { source: "google" },
  { source: "facebook" },
  { source: "email", campaign: "monthly-newsletter" },
  { source: "tiktok" },
];

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1";
const agents = [
  phone,
  phone,
  phone,
  `Mozilla/5.0 (Linux; Android 15) ${webKit} Chrome/140.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 15) ${webKit} Chrome/140.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/140.0 Safari/537.36`,
  `Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/140.0 Safari/537.36 Edg/140.0`,
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/18.0 Safari/605.1`,
  "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
  "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0",
];

/** Gives every purchase a browser, and the place that its buyer came from if it isn't a promoter's link. */
export function attribute(purchases: Purchase[]): void {
  const dice = createDice(1962);
  for (const purchase of purchases) {
    const origin = dice.pick(origins);
    purchase.agent = dice.pick(agents);
    if (!purchase.draft.via) purchase.draft = { ...purchase.draft, ...origin };
  }
}

interface Act {
  at: string;
  who: string;
  kind: string;
  subject: string;
  source: string;
  campaign: string;
  device: string;
  browser: string;
  isBot: boolean;
}

type Step = [kind: string, subject: string | number];

/** What is looked at: how the way to it, its view and the interest in it are counted. */
interface Shown {
  from: Date;
  looks: Step[];
  click: Step;
}

const pageOf = ({ id, event }: StagedEvent): Shown => ({
  from: new Date(0),
  looks: [
    ["page_view", `/events/${id}/${event.key}`],
    ["event_view", id],
  ],
  click: ["ticket_click", id],
});
const shelfOf = ({ productId, from }: StagedVariant): Shown => ({
  from,
  looks: [
    ["page_view", "/shop"],
    ["product_click", productId],
    ["product_view", productId],
  ],
  click: ["cart_add", productId],
});

/** The people, bots and buyers of the last weeks, as their browsers would have reported them. */
export async function fillTraffic(
  db: Database,
  demo: { events: StagedEvent[]; variants: StagedVariant[]; purchases: Purchase[]; streamIds: number[]; now: Date },
): Promise<void> {
  const dice = createDice(1834);
  const visits = [...buyersOf(demo, dice), ...lookersOf(demo, dice)];
  const acts = visits.flatMap((visit, index) => actsOf(visit, `demo-${index}`, dice, demo.now));
  const [streamId] = demo.streamIds;
  // Some bought while they watched.
  if (streamId !== undefined)
    await run(db)`update order_attributions set stream_id = ${streamId}, source = null, campaign = null
      where promoter_id is null and order_id in (select id from orders
        where created_at > clock_now() - interval '10 days' and paid_at is not null and hashtext(number) % 12 = 0)`;
  for (let start = 0; start < acts.length; start += 5000) await store(db, acts.slice(start, start + 5000));
}

interface Visit {
  at: number;
  steps: Step[];
  agent: string;
  source?: string | undefined;
  campaign?: string | undefined;
  isBot?: boolean;
}

type Demo = Parameters<typeof fillTraffic>[1];

/** A buyer's visit, and a few people each who looked at the same but didn't buy. */
function buyersOf({ events, variants, purchases, now }: Demo, dice: Dice): Visit[] {
  const shown = new Map<string, Shown>([
    ...events.flatMap((event) => event.types.map(({ id }): [string, Shown] => [`ticket ${id}`, pageOf(event)])),
    ...variants.map((variant): [string, Shown] => [`variant ${variant.id}`, shelfOf(variant)]),
  ]);
  return purchases
    .filter(({ at }) => at.getTime() > now.getTime() - weeks * 7 * day)
    .flatMap(({ at, draft, agent = phone }) => {
      const things = draft.lines.flatMap(
        ({ ticketTypeId, variantId }) => shown.get(variantId ? `variant ${variantId}` : `ticket ${ticketTypeId}`) ?? [],
      );
      const [first] = things;
      if (first === undefined) return [];
      const steps: Step[] = [...things.flatMap(({ looks, click }) => [...looks, click]), ["page_view", "/checkout"]];
      const origin = draft.via
        ? { source: "promoter", campaign: draft.via.toLowerCase() }
        : { source: draft.source, campaign: draft.campaign };
      const others = Array.from({ length: dice.whole(3, 7) }, () => ({
        ...viewOnce(first, at.getTime(), dice),
        ...(draft.via ? origin : {}),
      }));
      return [{ at: at.getTime() - dice.whole(3, 12) * minute, steps, agent, ...origin }, ...others];
    });
}

/** Someone who looks at one thing on the same day, and sometimes goes further. */
function viewOnce({ looks, click }: Shown, at: number, dice: Dice): Visit {
  const steps: Step[] = [...looks];
  if (dice.chance(0.28)) steps.push(click);
  else if (dice.chance(0.4)) steps.unshift(["page_view", dice.pick(["/", "/events"])]);
  return { at: at - dice.whole(10, 360) * minute, steps, agent: dice.pick(agents), ...dice.pick(origins) };
}

/** More visitors toward the weekend and week by week; every thirtieth is a bot. */
function lookersOf({ events, variants, streamIds, now }: Demo, dice: Dice): Visit[] {
  const ahead = events.filter(({ times }) => times.startsAt > now).map(pageOf);
  const shelves = variants.map(shelfOf);
  const start = now.getTime() - (weeks * 7 - 1) * day;
  return Array.from({ length: weeks * 7 }, (_, index) => start + index * day).flatMap((at, index) => {
    const weekday = new Date(at).getUTCDay();
    const count = Math.round(
      (34 + index * 0.6) * (weekday >= 4 || weekday === 0 ? 1.35 : 1) * (0.85 + dice.share() * 0.3),
    );
    return Array.from({ length: count }, (): Visit => {
      const on = shelves.filter(({ from }) => from.getTime() < at);
      const [stream] = index > 44 ? streamIds : [];
      const place = dice.whole(0, 9);
      const visit = viewOnce(dice.pick(place > 6 && on.length > 0 ? on : ahead), at, dice);
      if (place < 3) visit.steps = [["page_view", "/"]];
      if (place === 3)
        visit.steps = [["page_view", "/community"], ...(dice.chance(0.4) ? [["page_view", "/"] as Step] : [])];
      if (place === 4 && stream !== undefined) visit.steps = watched(stream, dice);
      return { ...visit, at: at - dice.whole(0, 15 * 60) * minute, isBot: dice.chance(1 / 30) };
    });
  });
}

function watched(stream: number, dice: Dice): Step[] {
  const steps: Step[] = [
    ["page_view", "/live"],
    ["stream_view", stream],
  ];
  if (dice.chance(0.3)) steps.push(["stream_chat", stream]);
  if (dice.chance(0.2)) steps.push(["stream_shop", stream]);
  return steps;
}

function actsOf(
  { at, steps, agent, source = "", campaign = "", isBot = false }: Visit,
  who: string,
  dice: Dice,
  now: Date,
): Act[] {
  let time = at;
  const from = { who, source, campaign, device: deviceType(agent), browser: browserName(agent), isBot };
  const all = [...steps];
  if (dice.chance(0.35)) all.push(["page_view", dice.pick(["/", "/events", "/shop", "/community", "/live"])]);
  const [first] = steps;
  const again = first && dice.chance(0.1) ? [first] : [];
  return [...all, ...again].flatMap(([kind, subject], index) => {
    // Some come back later that day.
    if (index === all.length) time += dice.whole(60, 300) * minute;
    time += dice.whole(kind === "page_view" ? 12 : 1, kind === "page_view" ? 150 : 20) * 1000;
    return time > now.getTime() ? [] : [{ ...from, at: new Date(time).toISOString(), kind, subject: String(subject) }];
  });
}

const store = (db: Database, acts: Act[]): Promise<void> =>
  run(db)`
    with given as (
      select r.*, (r.at at time zone 'America/New_York')::date as day
      from json_to_recordset(${JSON.stringify(acts)}::json) as r(at timestamptz, who text, kind text, subject text,
        source text, campaign text, device text, browser text, "isBot" boolean)),
    written as (
      insert into interactions (occurred_at, day, slot, kind, subject, visitor, is_bot, source, campaign, device, browser)
      select at, day, ((day - date '2000-01-03') / 7) % 10, kind, subject, hashtextextended(who || day, 0), "isBot",
        source, campaign, device, browser from given returning day)
    insert into rolled_days as d (day) select distinct day from written
    on conflict (day) do update set version = d.version + 1`;
