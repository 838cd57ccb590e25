import type { StreamHealth } from "#contract/streams/streams.ts";
import { formatTime } from "#web/lib/dates.ts";
import { ChartFrame } from "#web/ui/chart/chart-frame.tsx";
import { Area } from "#web/ui/chart/marks.tsx";
import { Plot } from "#web/ui/chart/plot.tsx";
import { dayScale, valueScale } from "#web/ui/chart/scales.ts";

type ViewersChartProps = {
  health: StreamHealth | undefined;
  timeZone: string;
  isError: boolean;
  onRetry: () => void;
};

/** How many watched in each minute. */
export function ViewersChart({ health, timeZone, isError, onRetry }: ViewersChartProps) {
  const minutes = health?.minutes ?? [];
  const points = minutes.map(({ minute, viewers }) => ({ day: minute, value: viewers, text: String(viewers) }));
  const x = dayScale(points.map(({ day }) => day));
  const y = valueScale(points.map(({ value }) => value));
  return (
    <ChartFrame
      title="Viewers by minute"
      figure={health && `Peak ${health.viewersPeak}`}
      state={!health ? (isError ? "failed" : "waiting") : points.length < 2 ? "empty" : "ready"}
      emptyText="The chart starts when people watch."
      onRetry={onRetry}
      table={{
        head: ["Minute", "Viewers"],
        rows: minutes.map(({ minute, viewers }) => [formatTime(minute, timeZone), viewers]),
      }}
    >
      <Plot
        y={y}
        ticks={y.ticks(3).filter((tick) => Number.isInteger(tick))}
        height="h-36"
        axis={
          <p aria-hidden="true" className="col-start-2 flex justify-between pt-1.5 text-xs text-muted tabular-nums">
            {[points[0], points.at(-1)].map(
              (point, index) => point && <span key={index}>{formatTime(point.day, timeZone)}</span>,
            )}
          </p>
        }
      >
        {points.length > 1 && <Area points={points} x={x} y={y} isLastOpen={false} />}
      </Plot>
    </ChartFrame>
  );
}
