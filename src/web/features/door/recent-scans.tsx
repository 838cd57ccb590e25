import { clsx } from "clsx";
import { CalendarX, Check, Clock, type LucideIcon, OctagonX, Repeat2 } from "lucide-react";
import { formatTime } from "#web/lib/dates.ts";
import type { Outcome } from "./outcome.ts";
import { codeTail, type Tone, verdictLabels } from "./verdict-labels.ts";

const marks: Record<Tone, { color: string; Icon: LucideIcon }> = {
  go: { color: "text-sea", Icon: Check },
  seen: { color: "text-mango", Icon: Repeat2 },
  stop: { color: "text-hibiscus", Icon: OctagonX },
  elsewhere: { color: "text-hibiscus", Icon: CalendarX },
  early: { color: "text-mango", Icon: Clock },
};

/** This phone's recent scans, newest first. */
export function RecentScans({ scans, timeZone }: { scans: Outcome[]; timeZone: string }) {
  return (
    <section aria-label="Recent scans">
      <h2 className="eyebrow text-muted">Recent scans on this device</h2>
      {scans.length === 0 ? (
        <p className="mt-2 text-muted">No scans yet. The first one shows up here.</p>
      ) : (
        <ol className="mt-1 divide-y divide-line">
          {scans.map((scan) => (
            <RecentScan key={`${scan.at} ${scan.code}`} scan={scan} timeZone={timeZone} />
          ))}
        </ol>
      )}
    </section>
  );
}

function RecentScan({ scan, timeZone }: { scan: Outcome; timeZone: string }) {
  const { tone, headline, holder, type } = verdictLabels(scan, timeZone);
  const { color, Icon } = marks[tone];
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Icon className={clsx("size-6 shrink-0", color)} strokeWidth={2.5} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{holder ?? codeTail(scan.code)}</span>
        <span className="block truncate text-sm text-muted">
          <span className={clsx("font-semibold", color)}>{headline.join(" ")}</span>
          {type && ` · ${type}`}
        </span>
      </span>
      <time dateTime={new Date(scan.at).toISOString()} className="shrink-0 text-sm text-muted tabular-nums">
        {formatTime(scan.at, timeZone)}
      </time>
    </li>
  );
}
