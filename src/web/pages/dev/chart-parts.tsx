import { BarChart } from "#web/ui/bar-chart.tsx";
import { ChartFrame } from "#web/ui/chart-frame.tsx";
import { Specimen } from "./specimen.tsx";

const bars = [3, 5, 2, 8, 13, 9, 4].map((value, index) => ({
  key: `day-${index}`,
  value,
  name: `Day ${index + 1}`,
  label: `Day ${index + 1}: ${value}`,
}));
const table = { head: ["Day", "Tickets"], rows: bars.map(({ value }, index) => [`Day ${index + 1}`, value]) };

export function ChartParts() {
  return (
    <Specimen name="Chart">
      <div className="grid w-full gap-4 md:grid-cols-2">
        {(["ready", "waiting", "empty", "failed"] as const).map((state) => (
          <ChartFrame
            key={state}
            title={`Tickets (${state})`}
            state={state}
            legend={[{ label: "Day", swatch: "bg-gold" }]}
            table={table}
            onRetry={() => undefined}
          >
            <BarChart bars={bars} top="13" isLastOpen />
          </ChartFrame>
        ))}
      </div>
    </Specimen>
  );
}
