import { clsx } from "clsx";
import { formatTime } from "#web/lib/dates.ts";
import { UndoCheckIn, type Undoing } from "./undo-check-in.tsx";
import { checkInOf, codeTail, type Outcome, verdictLabels } from "./verdict-labels.ts";
import { styles } from "./verdict-screen.tsx";

/** This phone's recent scans, newest first. */
export function RecentScans({ scans, timeZone, undo }: { scans: Outcome[]; timeZone: string; undo: Undoing }) {
  return (
    <section aria-label="Recent scans">
      <h2 className="eyebrow text-muted">Recent scans on this device</h2>
      {scans.length === 0 ? (
        <p className="mt-2 text-muted">No scans yet. The first one shows up here.</p>
      ) : (
        <ol className="mt-1 divide-y divide-line">
          {scans.map((scan) => (
            <RecentScan key={`${scan.at} ${scan.code}`} scan={scan} timeZone={timeZone} undo={undo} />
          ))}
        </ol>
      )}
    </section>
  );
}

function RecentScan({ scan, timeZone, undo }: { scan: Outcome; timeZone: string; undo: Undoing }) {
  const { tone, headline, holder, type } = verdictLabels(scan, timeZone);
  const { color, Icon } = styles[tone];
  const checkIn = scan.verdict === "admitted" ? checkInOf(scan) : undefined;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
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
      {checkIn && <UndoCheckIn checkIn={checkIn} {...undo} />}
    </li>
  );
}
