import type { JobName } from "#server/platform/job-names.generated.ts";
import type { FakeStripe } from "#testing/fake-stripe/index.ts";
import type { Site } from "#testing/site.ts";

/** One request of a flow. A key makes it safe to repeat. */
export interface Request {
  method?: string;
  path: string;
  body?: unknown;
  /** A file instead of a body. */
  file?: string | Buffer;
  token?: string | undefined;
  /** The browser's cookies besides its session. */
  cookie?: string;
  key?: string;
  headers?: Record<string, string>;
  /** Error statuses that also count as success when something already done is repeated. */
  orRefused?: number[];
}

/** What a flow works with: the API of a server process that can die at any moment, and its jobs. */
export interface Hands {
  /** Sends a request and returns the response. An error status not in `orRefused` fails the run. */
  send<Body = any>(request: Request): Promise<Body>;
  runJob(name: JobName): Promise<void>;
  /** Lets seconds pass by the database's clock. */
  wait(seconds: number): Promise<void>;
  /** The card processor, in flows that pay there. It doesn't die with the server. */
  processor: FakeStripe;
}

/** What is in the database before a flow starts, as plain values. */
export type Scene = Record<string, any>;

/** One use case whose every step is crashed. */
export interface Flow<S extends Scene = any> {
  name: string;
  /** Endpoints (`POST /api/orders`) and jobs (`job mail`) tested here. */
  covers: string[];
  /**
   * Why it holds even if its transactions are split. Every other flow must be detected then, which proves that its
   * crashes are checked.
   */
  needsNoTransaction?: string;
  /** Settings of its sites, besides those of the kit. */
  settings?: Record<string, string>;
  /** Its money goes to a card processor over HTTP instead of the sandbox. */
  paysAtProcessor?: boolean;
  /** Sets up the scene once: every crash point starts from a copy of it and of the processor's data. */
  prepare(site: Site, processor: FakeStripe): Promise<S>;
  /** The flow itself. Runs once until the crash, and again from the start on a server started after the crash. */
  run(hands: Hands, scene: S): Promise<void>;
  /** Checks the final state, whatever crashed, and returns what is wrong. */
  check(site: Site, scene: S): Promise<string[]>;
}

/** A flow with the name of its file in `flows/`. */
export type FiledFlow = Flow & { file: string };

/** Keeps the scene's type across the parts of a flow. */
export const flow = <S extends Scene>(parts: Flow<S>): Flow<S> => parts;
