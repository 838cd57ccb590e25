import { readFileSync } from "node:fs";
import { Session, type Profiler } from "node:inspector";

/** Records which of this process's functions run. */
export interface Recorder {
  /** @returns the source files, such as `src/server/modules/orders/service.ts`, with a function that ran since the start */
  stop(): Promise<string[]>;
}

/**
 * Starts recording which functions of this process's own program run. What ran before, such as the start of the site,
 * doesn't count. The program must be a bundle of `testing/bundle.ts`, which marks where each source begins.
 */
export async function startRecorder(): Promise<Recorder> {
  const session = new Session();
  session.connect();
  await post(session, "Profiler.enable");
  await post(session, "Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return {
    async stop() {
      const { result } = await post<Profiler.TakePreciseCoverageReturnType>(session, "Profiler.takePreciseCoverage");
      session.disconnect();
      const program = process.argv[1]!;
      const ran = result
        .filter(({ url }) => url.endsWith(program))
        .flatMap(({ functions }) => functions)
        .filter(({ ranges }) => ranges[0]!.count > 0)
        .map(({ ranges }) => ranges[0]!.startOffset);
      return sourcesAt(readFileSync(program, "utf8"), ran);
    },
  };
}

function post<Result = void>(session: Session, method: string, params: object = {}): Promise<Result> {
  return new Promise((resolve, reject) => {
    session.post(method, params, (error, result) => (error === null ? resolve(result as Result) : reject(error)));
  });
}

/**
 * The source files that these places of a bundled program come from, sorted.
 *
 * @param offsets places in the text, in UTF-16 units
 */
export function sourcesAt(program: string, offsets: number[]): string[] {
  const marks = Array.from(program.matchAll(/^\/\/ (\S+)$/gm), ({ index, 1: source }) => ({ index, source: source! }));
  const found = offsets.flatMap((offset) => marks.findLast(({ index }) => index < offset)?.source ?? []);
  return [...new Set(found)].toSorted();
}
