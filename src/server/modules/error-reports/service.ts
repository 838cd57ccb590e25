import { createHash } from "node:crypto";
import type { ErrorReport, BrowserError } from "#contract/error-reports.ts";
import { AppError } from "#server/platform/app-error.ts";
import { createBuffer } from "#server/platform/buffer.ts";
import type { ListPage } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import { toSighting, type ErrorSighting } from "./rules.ts";
import * as store from "./store.ts";

/** Counts errors, so that the team hears of each kind once. */
export interface ErrorReports {
  /** Takes a browser's error report. */
  report(report: BrowserError, userAgent: string | undefined): void;
  /** Takes an error of the server's own, with its route (the pattern) or its part of the server. */
  note(error: unknown, route: string): void;
  /** @throws AppError `invalid_input` for an invalid cursor */
  list(query: store.ErrorReportQuery): Promise<ListPage<ErrorReport>>;
  /** @throws AppError `not_found` */
  resolve(id: number, userId: number): Promise<ErrorReport>;
  /** @throws AppError `not_found` */
  reopen(id: number): Promise<ErrorReport>;
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Kinds that one node remembers between two writes: an error in every request must not fill the memory. */
const mostKinds = 500;

/**
 * Counts errors in memory and writes the counts every second; the same error in a thousand requests is one row's
 * update.
 *
 * @param release the version this server runs, stored with its own errors
 */
export function createErrorReports({ db, log }: Pick<Deps, "db" | "log">, release: string): ErrorReports {
  const kinds = new Map<string, ErrorSighting>();
  const buffer = createBuffer<ErrorSighting>({
    name: "error-reports",
    everyMs: 1000,
    max: mostKinds,
    log,
    write: (sightings) => {
      kinds.clear();
      return store.countSightings(db, sightings.map(withFingerprint));
    },
  });

  function count(sighting: ErrorSighting): void {
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

    list: (query) => store.errorReports.list(db, query),

    async resolve(id, userId) {
      const errorReport = await store.markResolved(db, id, userId);
      if (errorReport === undefined) throw new AppError("not_found");
      return errorReport;
    },

    async reopen(id) {
      const errorReport = await store.markOpen(db, id);
      if (errorReport === undefined) throw new AppError("not_found");
      return errorReport;
    },

    flush: buffer.flush,
    close: buffer.close,
  };
}

function withFingerprint({ sameness, ...sighting }: ErrorSighting): store.StoredSighting {
  return { ...sighting, fingerprint: createHash("sha256").update(sameness).digest("hex").slice(0, 32) };
}
