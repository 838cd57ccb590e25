import type { AuditAction } from "#contract/audit.ts";
import type { ScopedNoun } from "#contract/grants/rights.ts";
import type { Database, Queryable } from "./db/database.ts";
import type { EventBus } from "./domain-events.ts";
import type { Finding } from "./finding-rules.ts";
import type { RouteContext } from "./http/route.ts";
import type { ScopeCheck, StaffRights } from "./http/scope.ts";
import type { Job } from "./jobs.ts";
import type { Metric } from "./metrics.ts";
import type { RecordSource } from "./personal-records.ts";
import type { TopicFamily } from "./realtime/index.ts";
import type { TargetNamer } from "./target-names.ts";
import type { TimelineSource } from "./timeline.ts";
import type { SearchHit } from "#contract/search.ts";

/** What modules offer to later modules besides functions, one of each per app. Added by declaration merging. */
export interface Services {}

/** Counts by name. */
export type Counters = Record<string, (db: Queryable) => Promise<number>>;

/** Counts everything once, by name. */
export async function countEach(db: Queryable, counters: Counters): Promise<Record<string, number>> {
  return Object.fromEntries(
    await Promise.all(Object.entries(counters).map(async ([name, count]) => [name, await count(db)] as const)),
  );
}

/** What a module contributes. */
export interface ModuleParts {
  /** Identifies who is calling; one module has it. */
  authentication?: Pick<RouteContext, "authenticate" | "requireConfirmed">;
  /** Finds what someone may do as staff besides their role; one module has it. */
  findStaffRights?: (db: Queryable, userId: number) => Promise<StaffRights>;
  /** Whether what a call names belongs to a caller's scope, by its noun in the contract's table of rights. */
  scopes?: Partial<Record<ScopedNoun, ScopeCheck>>;
  services?: Partial<Services>;
  routes?: (context: RouteContext) => void;
  /** Subscribes to domain events of earlier modules. */
  on?: (bus: EventBus) => void;
  /** Subscribes to domain events of all modules, once every module is built: its handlers run last. */
  onAll?: (bus: EventBus) => void;
  jobs?: Job[];
  /** A family of topics on the realtime channel, and who may read them. */
  topics?: TopicFamily;
  /** Results for the site's search, and for the one in admin. */
  search?: SearchSource[];
  /** What visitors view besides events, for analytics. */
  viewed?: ViewedSource;
  /** Staff actions that the contract doesn't name, for the filter of the activity log. */
  staffActions?: AuditAction[];
  /** What the activity log calls the things that staff acted on, by their kind. */
  targetNames?: Record<string, TargetNamer>;
  /** Entries for a person's timeline. */
  timeline?: TimelineSource;
  /** What the module stores about a person, by its name in their data download. */
  personalData?: Record<string, RecordSource>;
  /** Finds people for staff by what the module knows of them. */
  findPeople?: PersonFinder;
  /** Networks whose people aren't counted together. */
  trustedNetworks?: (db: Database) => Promise<string[]>;
  /** True while there is something that the whole site points to as live. */
  isLive?: (db: Database) => Promise<boolean>;
  /** Counts of work that has been due for five minutes, by the name in `/readyz`. */
  overdue?: Counters;
  /** Looks at something outside of the database that a site needs before it sells. Asked at most once a minute. */
  readiness?: () => Promise<Finding>;
  /** Counts of what needs staff to act, by the name under which the web app has the words for it. */
  attention?: Counters;
  /** Details for `/readyz?details`, which never make a node unready. */
  details?: (db: Database) => Promise<Record<string, unknown>>;
  /** Metrics that are read from the database for each look at `/metrics`, so every node reports the same. */
  metrics?: (db: Database) => Promise<Metric[]>;
  /** Hears of errors in pages and jobs, with where they happened. */
  recordError?: (error: unknown, where: string) => void;
}

/** One kind of what modules contributed, in their order. Complete once the app is built: call it for each request. */
export const collect = <Kind extends keyof ModuleParts>(
  parts: ModuleParts[],
  kind: Kind,
): NonNullable<ModuleParts[Kind]>[] => parts.flatMap(({ [kind]: part }) => (part === undefined ? [] : [part]));

/** All counters of one kind. */
export const collectCounters = (parts: ModuleParts[], kind: "overdue" | "attention"): Counters =>
  Object.assign({}, ...collect(parts, kind));

/**
 * Finds people by what a module knows of them: takes the words that staff typed and returns the ids of matching people.
 */
export type PersonFinder = (db: Queryable, q: string) => Promise<number[]>;

/** A kind of thing whose views analytics counts, besides events. */
interface ViewedSource {
  noun: "product" | "stream";
  /** True if visitors can see it: only then a view counts. */
  isShown: (db: Queryable, id: number) => Promise<boolean>;
  /** Titles by id, for the report; also of what isn't shown anymore. */
  findTitles: (db: Queryable, ids: number[]) => Promise<Map<number, string>>;
}

/** What a module contributes to the site's search. It gets the words as typed and ranks its results. */
export interface SearchSource {
  kind: string;
  /** The heading above its results. */
  label: string;
  /** The least role of staff who find this, in admin only; without it, everyone finds it on the site. */
  access?: "moderator" | "admin";
  /** The page that lists everything that these words find. */
  listPath?: (q: string) => string;
  /** At most `limit` hits, best first, and the total; only what those with `access` may see. */
  find: (q: string, limit: number) => Promise<{ total: number; hits: SearchHit[] }>;
}
