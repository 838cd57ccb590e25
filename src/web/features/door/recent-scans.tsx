import { clsx } from "clsx";
import { CalendarX, Check, Clock, type LucideIcon, OctagonX, Repeat2 } from "lucide-react";
import { formatTime } from "#web/lib/dates.ts";
import type { Outcome } from "./outcome.ts";
import { codeTail } from "./ticket-code.ts";
import { type Tone, verdictWords } from "./verdict-words.ts";

const marks: Record<Tone, { colour: string; Icon: LucideIcon }> = {
  go: { colour: "text-sea", Icon: Check },
  seen: { colour: "text-mango", Icon: Repeat2 },
  stop: { colour: "text-hibiscus", Icon: OctagonX },
  elsewhere: { colour: "text-hibiscus", Icon: CalendarX },
  early: { colour: "text-mango", Icon: Clock },
};

/** The last scans of this phone, newest first. */
export function RecentScans({ scans, timeZone }: { scans: Outcome[]; timeZone: string }) {
  return (
    <section aria-label="Last scans">
      <h2 className="eyebrow text-muted">Last scans on this phone</h2>
      {scans.length === 0 ? (
        <p className="mt-2 text-muted">Nobody yet. The first ticket will show here.</p>
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
  const { tone, word, holder, type } = verdictWords(scan, timeZone);
  const { colour, Icon } = marks[tone];
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Icon aria-hidden="true" className={clsx("size-6 shrink-0", colour)} strokeWidth={2.5} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{holder ?? codeTail(scan.code)}</span>
        <span className="block truncate text-sm text-muted">
          <span className={clsx("font-semibold", colour)}>{word.join(" ")}</span>
          {type && ` · ${type}`}
        </span>
      </span>
      <time dateTime={new Date(scan.at).toISOString()} className="shrink-0 text-sm text-muted tabular-nums">
        {formatTime(scan.at, timeZone)}
      </time>
    </li>
  );
}
