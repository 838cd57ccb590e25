import type { Earnings, EarningsQuery, EarningsReport, Settlement } from "#contract/analytics/earnings.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { CsvCell, SheetFile } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/db/database.ts";
import { addDays, countDays } from "#server/platform/report-span.ts";
import { findCurrency } from "../panels/buyers-store.ts";
import { scopeOf } from "../panels/service.ts";
import { findNow } from "../panels/store.ts";
import { toEarnings } from "./rules.ts";
import * as store from "./store.ts";

/**
 * What was earned and refunded in some days, by currency, event and day, from the ledger.
 *
 * @throws AppError `invalid_input` for days or a zone that can't be reported
 */
export async function readEarnings(db: Database, query: EarningsQuery): Promise<EarningsReport> {
  const { from, to, timeZone, currency: ownCurrency } = await scopeOf(db, query);
  const period = { from, to, timeZone };
  const [rows, disputed] = await Promise.all([store.findPeriod(db, period), store.findDisputed(db, period)]);
  const events = await findEventInfo(
    db,
    rows.flatMap(({ eventId }) => eventId ?? []),
  );
  const names = new Set([...rows, ...disputed].map(({ currency }) => currency));
  if (names.size === 0) names.add(ownCurrency);
  const currencies = [...names].map((currency) => {
    const currencyRows = rows.filter((row) => row.currency === currency);
    const byEvent = currencyRows.filter(({ isByDay }) => !isByDay);
    const byDay = new Map(currencyRows.filter(({ isByDay }) => isByDay).map((row) => [row.day, toEarnings(row)]));
    const shown = byEvent.map((row) => {
      const event = row.eventId === null ? undefined : events.get(row.eventId);
      return { ...toEarnings(row), event: event === undefined ? null : referenceOf(event) };
    });
    return {
      currency,
      total: addUp(shown),
      disputedCents: disputed.find((one) => one.currency === currency)?.cents ?? 0,
      events: shown.toSorted((a, b) => Number(a.event === null) - Number(b.event === null) || b.netCents - a.netCents),
      days: Array.from({ length: countDays(period) }, (_, index) => {
        const day = addDays(from, index);
        const {
          grossCents = 0,
          refundCents = 0,
          lostDisputeCents = 0,
          revenueCents = 0,
          netCents = 0,
        } = byDay.get(day) ?? {};
        return { day, grossCents, refundCents, lostDisputeCents, revenueCents, netCents };
      }),
    };
  });
  return { ...period, currencies: currencies.toSorted((a, b) => b.total.grossCents - a.total.grossCents) };
}

const referenceOf = ({
  id,
  title,
  startsAt,
  timeZone,
}: {
  id: number;
  title: string;
  startsAt: string;
  timeZone: string;
}) => ({
  id,
  title,
  startsAt,
  timeZone,
});

const parts = [
  "grossCents",
  "salesCents",
  "feeCents",
  "taxCents",
  "shippingCents",
  "refundCents",
  "lostDisputeCents",
  "refundedTaxCents",
  "revenueCents",
  "netCents",
] as const satisfies (keyof Earnings)[];

function addUp(rows: Earnings[]): Earnings {
  const sum = (part: keyof Earnings) => rows.reduce((all, row) => all + row[part], 0);
  return Object.fromEntries(parts.map((part) => [part, sum(part)])) as unknown as Earnings;
}

const header = [
  "Gross",
  "Sales",
  "Fees",
  "Tax",
  "Shipping",
  "Refunds",
  "Lost disputes",
  "Refunded tax",
  "Revenue",
  "Net",
];
const cellsOf = (earnings: Earnings) => parts.map((part) => earnings[part] / 100);

/** Earnings by event as a spreadsheet file, money as numbers. */
export function earningsFile(db: Database, query: EarningsQuery): SheetFile {
  async function* pages(): AsyncGenerator<CsvCell[][]> {
    const { currencies } = await readEarnings(db, query);
    yield currencies.flatMap(({ currency, events }) =>
      events.map((row) => [row.event?.title ?? "Products and shipping", currency, ...cellsOf(row)]),
    );
  }
  return { header: ["Event", "Currency", ...header], pages: pages() };
}

/**
 * What an event earned since its first sale, by ticket type.
 *
 * @throws AppError `not_found`
 */
export async function readSettlement(db: Database, eventId: number): Promise<Settlement> {
  const event = requireFound((await findEventInfo(db, [eventId])).get(eventId));
  const [currency, total, disputedCents, items, commissionCents, now] = await Promise.all([
    findCurrency(db, eventId),
    store.findEventSums(db, eventId),
    store.findEventDisputed(db, eventId),
    store.findItems(db, eventId),
    store.findCommission(db, eventId),
    findNow(db),
  ]);
  return {
    event: { ...referenceOf(event), venue: event.venue.name, city: event.venue.city },
    currency,
    madeAt: now.toISOString(),
    total: toEarnings(total),
    disputedCents,
    items: items.map(({ kind, name, units, refundedUnits, ...sums }) => {
      const { salesCents, feeCents, taxCents, refundCents, lostDisputeCents, netCents } = toEarnings(sums);
      return {
        kind,
        name,
        units,
        refundedUnits,
        salesCents,
        feeCents,
        taxCents,
        refundCents,
        lostDisputeCents,
        netCents,
      };
    }),
    commissionCents,
  };
}

/** A settlement as a spreadsheet file: its items, then the total, money as numbers. */
export function settlementFile({ currency, total, items, disputedCents, commissionCents }: Settlement): SheetFile {
  async function* pages(): AsyncGenerator<CsvCell[][]> {
    yield [
      ...items.map((item) => [
        item.name,
        item.units,
        item.refundedUnits,
        currency,
        item.salesCents / 100,
        item.feeCents / 100,
        item.taxCents / 100,
        item.refundCents / 100,
        item.lostDisputeCents / 100,
        item.netCents / 100,
      ]),
      [
        "Total",
        null,
        null,
        currency,
        ...[total.salesCents, total.feeCents, total.taxCents].map(toWhole),
        total.refundCents / 100,
        total.lostDisputeCents / 100,
        total.netCents / 100,
      ],
      ["Open disputes (not deducted)", null, null, currency, null, null, null, null, null, disputedCents / 100],
      ["Promoter commission (not deducted)", null, null, currency, null, null, null, null, null, commissionCents / 100],
    ];
  }
  const columns = [
    "Item",
    "Tickets",
    "Refunded tickets",
    "Currency",
    "Sales",
    "Fees",
    "Tax",
    "Refunds",
    "Lost disputes",
    "Net",
  ];
  return { header: columns, pages: pages() };
}

const toWhole = (cents: number) => cents / 100;
