import { createHash } from "node:crypto";
import type { Fault, FaultReport } from "#contract/faults.ts";
import { AppError } from "#server/platform/app-error.ts";
import { createBuffer } from "#server/platform/buffer.ts";
import type { Deps } from "#server/platform/deps.ts";
import { toSighting, type FaultSighting } from "./rules.ts";
import * as store from "./store.ts";

/** Errors that somebody met, counted so that the team hears of each kind once. */
export interface Faults {
  /** Takes in what a browser tells. */
  report(report: FaultReport, userAgent: string | undefined): void;
  /** Takes in an error of the server's own, met on a route (its pattern) or in a part of the server. */
  note(error: unknown, route: string): void;
  /** @throws AppError `invalid_input` for a cursor that is none */
  list(query: store.FaultQuery): ReturnType<typeof store.findFaults>;
  /** @throws AppError `not_found` */
  resolve(id: number, userId: number): Promise<Fault>;
  /** @throws AppError `not_found` */
  reopen(id: number): Promise<Fault>;
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Kinds that one node remembers between two writes: an error in every request must not fill the memory. */
const mostKinds = 500;

/**
 * Counts errors in memory and writes the counts every second; the same error in a thousand requests is one row's update.
 *
 * @param release what this server runs, as it stands with its own errors
 */
export function createFaults({ db, log }: Pick<Deps, "db" | "log">, release: string): Faults {
  const kinds = new Map<string, FaultSighting>();
  const buffer = createBuffer<FaultSighting>({
    name: "faults",
    everyMs: 1000,
    max: mostKinds,
    log,
    write: (sightings) => {
      kinds.clear();
      return store.countSightings(db, sightings.map(withFingerprint));
    },
  });

  function count(sighting: FaultSighting): void {
    const known = kinds.get(sighting.sameness);
    if (known !== undefined) known.count++;
    else if (buffer.push(sighting)) kinds.set(sighting.sameness, sighting);
  }

  return {
    report: (report, userAgent) => count(toSighting({ ...report, source: "browser", userAgent })),

    note(error, route) {
      const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
      count(toSighting({ source: "server", message, stack, route, userAgent: undefined, release }));
    },

    list: (query) => store.findFaults(db, query),

    async resolve(id, userId) {
      const fault = await store.markResolved(db, id, userId);
      if (fault === undefined) throw new AppError("not_found");
      return fault;
    },

    async reopen(id) {
      const fault = await store.markOpen(db, id);
      if (fault === undefined) throw new AppError("not_found");
      return fault;
    },

    flush: buffer.flush,
    close: buffer.close,
  };
}

function withFingerprint({ sameness, ...sighting }: FaultSighting): store.KeptSighting {
  return { ...sighting, fingerprint: createHash("sha256").update(sameness).digest("hex").slice(0, 32) };
}
