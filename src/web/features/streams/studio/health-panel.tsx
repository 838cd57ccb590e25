import type { StreamHealth } from "#contract/streams/streams.ts";
import { counted } from "#web/admin-kit/figures.tsx";
import { Moment } from "#web/admin-kit/moment.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { bitRateText, lengthText } from "./labels.ts";

/** What arrives from the encoder: its qualities, and each of its runs with what is missing of it. */
export function HealthPanel({ health: { renditions, pushes, recordedSeconds } }: { health: StreamHealth }) {
  return (
    <Panel
      title="Encoder"
      text={recordedSeconds > 0 ? `${lengthText(recordedSeconds)} recorded.` : "Nothing recorded yet."}
    >
      {renditions.length > 0 && (
        <ul className="grid gap-2 text-sm" aria-label="Qualities">
          {renditions.map(({ name, resolution, bitsPerSecond, waits }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-3">
              <span className="font-semibold">{resolution ?? name}</span>
              <span className="text-muted tabular-nums">{bitRateText(bitsPerSecond)}</span>
              {waits && <Badge tone="soon">Waiting for segments</Badge>}
            </li>
          ))}
        </ul>
      )}
      {pushes.length === 0 ? (
        <p className="text-sm text-muted">No encoder has connected yet.</p>
      ) : (
        <ol className="divide-y divide-line text-sm" aria-label="Encoder runs">
          {pushes.map(({ beganAt, segments, mediaSeconds, gaps }) => (
            <li key={beganAt} className="flex flex-wrap items-center gap-x-3 py-2">
              <span className="grow">
                Connected <Moment at={beganAt} relative />
              </span>
              <span className="flex flex-wrap items-center gap-x-3 text-muted tabular-nums">
                {lengthText(mediaSeconds)}, {counted(segments, "segment")}
                <Badge tone={gaps > 0 ? "gone" : "good"}>{gaps > 0 ? counted(gaps, "gap") : "No gaps"}</Badge>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
