import { onlyRow } from "./db/rows.ts";
import type { Database } from "./db/database.ts";

/** A metric for `/metrics`, with its labels if there are several values of its name. */
export interface Metric {
  name: string;
  help: string;
  /** A counter only grows; a gauge, the default, goes both ways. */
  kind?: "counter" | "gauge" | "histogram";
  /** `suffix` is for the parts of a histogram. */
  values: { suffix?: string; labels?: Labels; value: number }[];
}

/** A value's labels. They must come from our own code, never from a request: each new one is a new series. */
type Labels = Record<string, string>;

/** Counts what happens on this node. */
interface Counter {
  add(labels: Labels, amount?: number): void;
}

/** Counts how many values are up to each bound, for percentiles. */
interface Histogram {
  observe(labels: Labels, value: number): void;
}

/** What one node counts and measures from its start on. */
export interface Metrics {
  counter(name: string, help: string): Counter;
  /** @param bounds ascending */
  histogram(name: string, help: string, bounds: number[]): Histogram;
  /** A gauge is read when someone asks. */
  gauge(name: string, help: string, read: () => Metric["values"]): void;
  read(): Metric[];
}

/** The metrics of one node, all of them empty. */
export function createMetrics(): Metrics {
  const sources: (() => Metric)[] = [];
  return {
    counter(name, help) {
      const series = createSeries(() => ({ value: 0 }));
      sources.push(() => ({
        name,
        help,
        kind: "counter",
        values: series.all().map(({ labels, state }) => ({ labels, value: state.value })),
      }));
      return { add: (labels, amount = 1) => void (series.of(labels).value += amount) };
    },
    histogram(name, help, bounds) {
      const series = createSeries(() => ({ sum: 0, counts: Array<number>(bounds.length + 1).fill(0) }));
      sources.push(() => ({
        name,
        help,
        kind: "histogram",
        values: series.all().flatMap(({ labels, state }) => writeBuckets(labels, bounds, state)),
      }));
      return {
        observe(labels, value) {
          const state = series.of(labels);
          const bucket = bounds.findIndex((bound) => value <= bound);
          state.counts[bucket === -1 ? bounds.length : bucket]!++;
          state.sum += value;
        },
      };
    },
    gauge(name, help, read) {
      sources.push(() => ({ name, help, values: read() }));
    },
    read: () => sources.map((read) => read()),
  };
}

function createSeries<State>(begin: () => State) {
  const byLabels = new Map<string, { labels: Labels; state: State }>();
  return {
    of(labels: Labels): State {
      const key = Object.values(labels).join("\n");
      let found = byLabels.get(key);
      if (found === undefined) byLabels.set(key, (found = { labels, state: begin() }));
      return found.state;
    },
    all: () => [...byLabels.values()],
  };
}

function writeBuckets(labels: Labels, bounds: number[], { sum, counts }: { sum: number; counts: number[] }) {
  let upToHere = 0;
  const buckets = counts.map((count, index) => {
    upToHere += count;
    const le = index < bounds.length ? String(bounds[index]) : "+Inf";
    return { suffix: "_bucket", labels: { ...labels, le }, value: upToHere };
  });
  return [...buckets, { suffix: "_sum", labels, value: sum }, { suffix: "_count", labels, value: upToHere }];
}

const escapes: Record<string, string> = { "\\": "\\\\", '"': '\\"', "\n": "\\n" };
const escape = (text: string) => text.replace(/[\\"\n]/g, (sign) => escapes[sign]!);

/** A metric as Prometheus reads it. */
export function writeMetric({ name, help, kind = "gauge", values }: Metric): string {
  const lines = values.map(({ suffix = "", labels = {}, value }) => {
    const named = Object.entries(labels).map(([label, text]) => `${label}="${escape(text)}"`);
    return `${name}${suffix}${named.length > 0 ? `{${named.join(",")}}` : ""} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.join("")}`;
}

/** Whether PostgreSQL's last try to archive its write-ahead log failed; 0 without an archive. */
export async function readArchiveGauge(db: Database): Promise<Metric> {
  const { failing } = await onlyRow(db)<{ failing: boolean }>`
    select (current_setting('archive_mode') <> 'off'
      and last_failed_time > coalesce(last_archived_time, '-infinity')) is true as failing
    from pg_stat_archiver`;
  return {
    name: "database_archive_failing",
    help: "1 if the write-ahead log can't be archived, and fills the disk",
    values: [{ value: Number(failing) }],
  };
}
