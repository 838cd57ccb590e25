import { useNow } from "#web/lib/use-now.ts";
import { dayOf } from "#web/lib/dates.ts";
import { ChartFrame } from "#web/ui/chart/chart-frame.tsx";
import { DayChart } from "#web/ui/chart/day-chart.tsx";
import type { ReactNode } from "react";

/** Sales that rise toward the last day, with a rush every Friday. */
const daysUpTo = (last: string, count: number, scale: number) =>
  Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.parse(last) - (count - 1 - index) * 86_400_000);
    const rush = at.getUTCDay() === 5 ? 3 : 1;
    const value = Math.round(scale * rush * (1 + (4 * index) / count) * (1 + Math.sin(index * 2.4) / 2));
    return { day: at.toISOString().slice(0, 10), value: index % 11 === 3 ? 0 : value };
  });

const money = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const timeZone = "America/New_York";
const samples = [
  { title: "Money, 30 days up to today", isCurrent: true, count: 30, scale: 9500, currency: "USD" },
  { title: "Counts, 7 days", count: 7, scale: 1 },
  { title: "90 days", count: 90, scale: 120 },
  { title: "A year up to today, as a line", isCurrent: true, count: 365, scale: 900 },
  { title: "A single day", count: 1, scale: 12 },
];

export function ChartParts() {
  const today = dayOf(useNow(), timeZone);
  return (
    <Specimen name="Charts">
      <div className="grid w-full gap-4 lg:grid-cols-2">
        {samples.map(({ title, isCurrent, count, scale, currency }, place) => {
          const points = daysUpTo(isCurrent ? today : "2026-11-19", count, scale).map(({ day, value }) => ({
            day,
            value,
            text: currency ? money(value) : `${value} tickets`,
          }));
          return (
            <div key={title} className={place === 0 ? "lg:col-span-2" : ""}>
              <ChartFrame
                title={title}
                state="ready"
                figure={<span className="font-display text-2xl leading-tight font-bold">{points.at(-1)!.text}</span>}
                table={{ head: ["Day", "Sales"], rows: points.toReversed().map(({ day, text }) => [day, text]) }}
              >
                <DayChart label={title} points={points} timeZone={timeZone} {...(currency ? { currency } : {})} />
              </ChartFrame>
            </div>
          );
        })}
        {(["waiting", "empty", "failed"] as const).map((state) => (
          <ChartFrame
            key={state}
            title={`Sales (${state})`}
            state={state}
            table={{ head: [], rows: [] }}
            onRetry={() => undefined}
          >
            <DayChart label="Sales" points={[]} timeZone={timeZone} />
          </ChartFrame>
        ))}
      </div>
    </Specimen>
  );
}

export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-t border-line pt-4 md:grid-cols-[10rem_1fr]">
      <h2 className="eyebrow text-muted">{name}</h2>
      <div className="flex min-w-0 flex-wrap items-start gap-4">{children}</div>
    </section>
  );
}
