import type { FakeStripe } from "#tests/kit/fake-stripe/index.ts";
import type { Site } from "#tests/kit/site.ts";

/** One request of a flow. A key makes it a request that is safe to repeat. */
export interface Request {
  method?: string;
  path: string;
  body?: unknown;
  token?: string | undefined;
  key?: string;
  /** Refusals that are a good answer as well: to somebody who repeats what is done already. */
  orRefused?: number[];
}

/** What a flow works with: the API of a server process that may die any moment, and its sweeps. */
export interface Hands {
  /** Sends a request and gives back the answer. Anything but a good answer, or a refusal that was named, fails the run. */
  send<Body = any>(request: Request): Promise<Body>;
  sweep(name: string): Promise<void>;
  /** Lets seconds pass by the database's clock. */
  wait(seconds: number): Promise<void>;
  /** The card processor, in flows that pay there. It does not die with the server. */
  processor: FakeStripe;
}

/** What stands in the database before a flow begins, and who is in it. All of it is plain values. */
export type Scene = Record<string, any>;

/** One way through the product whose every step is crashed. */
export interface Flow<S extends Scene = any> {
  name: string;
  /** Endpoints (`POST /api/orders`) and sweeps (`sweep mail`) whose work is under test here. */
  covers: string[];
  /**
   * Why it holds even where its transactions are taken apart. Every other flow has to be found out then: that is the proof
   * that its crashes are looked at.
   */
  needsNoTransaction?: string;
  /** Its money goes to a card processor over HTTP instead of the sandbox. */
  paysAtProcessor?: boolean;
  /** Sets the scene, once: every crash point starts from a copy of it, and of the processor's books. */
  prepare(site: Site, processor: FakeStripe): Promise<S>;
  /** What is done. Run once until the crash, and once more from its beginning by a server that was started after it. */
  run(hands: Hands, scene: S): Promise<void>;
  /** What must be so in the end, whatever crashed: says what is not. */
  judge(site: Site, scene: S): Promise<string[]>;
}

/** A flow with the server's modules whose work it is: a change in one of them has it crashed. */
export type OwnedFlow = Flow & { touches: string[] };

/** Keeps the type of the scene between the parts of a flow. */
export const flow = <S extends Scene>(parts: Flow<S>): Flow<S> => parts;
