import { LRUCache } from "lru-cache";
import { growingTo } from "#server/platform/growing-cache.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { findOpeningTickets, findValidTickets } from "#server/modules/tickets/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { hasRole, type Authenticate, type Principal } from "#server/platform/http/principal.ts";
import * as store from "./access-store.ts";
import { browserOf, hashOf, type Viewer } from "./viewer.ts";

/** How long a node trusts that a viewer may watch. With the next look at the playlist, a refund has closed it. */
const trustMs = 5000;
/** Longer than a token lasts, so that a closed viewer's token is dead before they are forgotten. */
const closedMs = 60_000;

/** Decides who watches. */
export interface Gate {
  /**
   * The stream, for a viewer who may watch it now.
   *
   * @param mayDisplace the visitor wants to watch here: then the oldest player by the same cookie in another network
   *   loses its seat if the ticket has none left
   * @throws AppError `not_found` | `not_ready` before it is live | `not_signed_in` | `not_allowed` | `over_limit`
   */
  admit(streamId: number, viewer: Viewer, mayDisplace?: boolean): Promise<store.GatedStream>;
  /** True for a viewer whom it admitted a moment ago. Needs no database. */
  hasAdmitted(streamId: number, viewer: Viewer): boolean;
  /** True for a viewer whose ticket was refunded or canceled while they watched. Needs no database. */
  isClosed(streamId: number, viewer: Viewer): boolean;
  /** Closes streams for viewers whose ticket isn't valid anymore. Each node does it for itself. */
  closeRefunded(): Promise<void>;
}

type Needs = Pick<Deps, "db"> & { authenticate: Authenticate };

const twoDevices = "Your ticket is already watching on two devices. Close one first.";
const playsElsewhere = "You're now watching in other places. Press Try again to watch here instead.";

/** Who wants to watch which stream. */
interface SeatRequest {
  streamId: number;
  viewer: Viewer;
  mayDisplace: boolean;
}

/** Creates the gate of one node. */
export function createGate({ db, authenticate }: Needs): Gate {
  const hashKey = (streamId: number, hash: Buffer) => `${streamId}:${hash.toString("base64url")}`;
  const names = new LRUCache<string, string>({
    ...growingTo(50_000),
    memoMethod: (name) => {
      const [network, secret] = name.split(" ") as [string, string];
      return hashOf({ secret, network }).toString("base64url");
    },
  });
  const keyOf = (streamId: number, { secret, network }: Viewer) => `${streamId}:${names.memo(`${network} ${secret}`)}`;
  const closed = new LRUCache<string, true>({ ...growingTo(50_000), ttl: closedMs });
  const admitted = new LRUCache<string, store.GatedStream, SeatRequest>({
    ...growingTo(50_000),
    ttl: trustMs,
    // A look that was under way when a refund closed the stream still answers; its segments are closed anyway.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => decide(context),
  });

  async function decide({ streamId, viewer, mayDisplace }: SeatRequest): Promise<store.GatedStream> {
    const stream = await store.findGated(db, streamId);
    if (stream === undefined) throw new AppError("not_found");
    const principal = viewer.isSession ? await authenticate(viewer.secret) : undefined;
    if (hasRole(principal, "admin")) return stream;
    if (!stream.isPublished) throw new AppError("not_found");
    await requireEntitlement(stream, { viewer, mayDisplace }, principal);
    if (!isOn(stream)) throw new AppError("not_ready", { message: "This stream isn't live yet" });
    return stream;
  }

  async function requireEntitlement(
    stream: store.GatedStream,
    { viewer, mayDisplace }: Omit<SeatRequest, "streamId">,
    principal: Principal | undefined,
  ) {
    if (stream.access === "free") return;
    const refusal: ErrorCode = principal === undefined || principal.role === "guest" ? "not_signed_in" : "not_allowed";
    if (stream.access === "members") {
      if (!hasRole(principal, "user")) throw new AppError(refusal);
      return;
    }
    if (principal === undefined) throw new AppError("not_signed_in");
    const opening = stream.access === "tickets" ? { eventId: stream.eventId } : { ticketTypeIds: stream.passTypeIds };
    const tickets = await findOpeningTickets(db, principal, opening);
    if (tickets.length === 0) throw new AppError(refusal, { message: "You need a ticket to watch this stream" });
    const player = { viewer: hashOf(viewer), browser: browserOf(viewer) };
    const { isSeated, displaced, isElsewhere } = await inTransaction(db, (tx) =>
      store.reserveSeat(tx, stream.id, player, tickets, mayDisplace),
    );
    if (displaced) admitted.delete(hashKey(stream.id, displaced));
    if (!isSeated) {
      throw new AppError("over_limit", { message: isElsewhere ? playsElsewhere : twoDevices });
    }
  }

  return {
    async admit(streamId, viewer, mayDisplace = false) {
      return (await admitted.fetch(keyOf(streamId, viewer), { context: { streamId, viewer, mayDisplace } }))!;
    },
    hasAdmitted: (streamId, viewer) => admitted.get(keyOf(streamId, viewer)) !== undefined,
    isClosed: (streamId, viewer) => closed.size > 0 && closed.has(keyOf(streamId, viewer)),
    async closeRefunded() {
      const seated = await store.findSeated(db);
      const valid = new Set(
        await findValidTickets(
          db,
          seated.map(({ ticketId }) => ticketId),
        ),
      );
      for (const { streamId, viewer, ticketId } of seated) {
        const key = hashKey(streamId, viewer);
        if (valid.has(ticketId)) closed.delete(key);
        else {
          closed.set(key, true);
          admitted.delete(key);
        }
      }
    },
  };
}

const isOn = ({ status, isJustOver }: store.GatedStream) =>
  status === "live" || status === "stalled" || status === "replay" || (status === "ended" && isJustOver);
