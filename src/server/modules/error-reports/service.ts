import { createHash } from "node:crypto";
import { ErrorReport, type BrowserError } from "#contract/error-reports.ts";
import { requireFound } from "#server/platform/app-error.ts";
import { createBuffer } from "#server/platform/buffer.ts";
import { currentRequest } from "#server/platform/current-request.ts";
import { isCutOff } from "#server/platform/db/unreachable.ts";
import { defineList } from "#server/platform/db/list.ts";
import { shownAs } from "#server/platform/shown.ts";
import type { Deps } from "#server/platform/deps.ts";
import { toSighting, type ErrorSighting } from "./rules.ts";
import * as store from "./store.ts";

const toErrorReport = shownAs(ErrorReport);

/** Errors as staff list them. */
export const errorReportList = defineList(store.errorReports, toErrorReport, {
  "Last seen": "lastSeenAt",
  "First seen": "firstSeenAt",
  Error: "message",
  Route: "route",
  Source: "source",
  Browser: "agent",
  Count: "count",
  "First release": "firstRelease",
  Release: "lastRelease",
  Resolved: "resolvedAt",
  Stack: "stack",
  ID: "id",
});

/** Kinds that one node remembers between two writes: an error in every request must not fill the memory. */
const maxKinds = 500;

/**
 * Counts errors in memory and writes the counts every second; the same error in a thousand requests is one row's
 * update.
 *
 * @param release the version this server runs, stored with its own errors
 */
export function createErrorReports({ db, log }: Pick<Deps, "db" | "log">, release: string) {
  const kinds = new Map<string, ErrorSighting>();
  const buffer = createBuffer<ErrorSighting>({
    name: "error-reports",
    everyMs: 1000,
    max: maxKinds,
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
    /** Takes a browser's error report. */
    report: (report: BrowserError, userAgent: string | undefined) =>
      count(toSighting({ ...report, source: "browser", userAgent })),

    /** Takes an error of the server's own, with its route (the pattern) or its part of the server. */
    record(error: unknown, route: string) {
      const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
      const requestId = currentRequest()?.id;
      const isEverywhere = isCutOff({ message, code: (error as { code?: string } | undefined)?.code });
      count(
        toSighting({ source: "server", message, stack, route, userAgent: undefined, release, requestId, isEverywhere }),
      );
    },

    /** @throws AppError `not_found` */
    resolve: async (id: number, userId: number) =>
      toErrorReport(requireFound(await store.markResolved(db, id, userId))),

    /** @throws AppError `not_found` */
    reopen: async (id: number) => toErrorReport(requireFound(await store.markOpen(db, id))),

    flush: buffer.flush,
    close: buffer.close,
  };
}

function withFingerprint({ sameness, ...sighting }: ErrorSighting): store.StoredSighting {
  return { ...sighting, fingerprint: createHash("sha256").update(sameness).digest("hex").slice(0, 32) };
}
