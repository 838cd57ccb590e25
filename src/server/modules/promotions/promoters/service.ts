import type { Promoter, PromoterDraft, PromoterResults } from "#contract/promotions/promoters.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { AppError, requireFound, fieldError } from "#server/platform/app-error.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { Promotions } from "../service.ts";
import * as store from "./store.ts";
import { readLink, signLink } from "#server/platform/signed-links.ts";

/** Promoters and committees. In spreadsheets, money is in whole units of the currency. */
export const promoters = new Promotions<PromoterDraft, Promoter>({
  target: "promoter",
  stockKind: "promoter",
  store: store.promoters,
  cells: {
    Name: "name",
    Type: "kind",
    Link: "linkCode",
    Event: (promoter) => promoter.event?.title ?? "All events",
    Status: "status",
    Orders: "orderCount",
    Tickets: "ticketCount",
    Allocation: "allocation",
    Revenue: (promoter) => promoter.revenueCents / 100,
    Refunded: (promoter) => promoter.refundedCents / 100,
    Commission: (promoter) => promoter.commissionCents / 100,
    Currency: "currency",
    ID: "id",
    "Event ID": (promoter) => promoter.event?.id,
  },
  ended: "This link has ended",
  async complete(tx, draft) {
    const { eventId } = draft;
    if (eventId === undefined || (await findEventInfo(tx, [eventId])).has(eventId)) return draft;
    throw new AppError("not_found", { message: "We can't find that event" });
  },
  columnsOf: store.columnsOf,
  uniqueOf: store.uniqueLink,
  taken: () => fieldError("linkCode", "Another promoter link already uses this code", "already_exists"),
  limitOf: ({ allocation }) => allocation,
  overLimit: ({ allocatedCount, heldCount }) =>
    fieldError(
      "allocation",
      `The allocation can't be below ${allocatedCount + heldCount}: that many tickets are sold or on hold.`,
      "over_limit",
    ),
  // Which tickets earned a commission depends on it.
  refuseChange: (before, { eventId }) =>
    before.allocatedCount + before.heldCount > 0 && (before.event?.id ?? undefined) !== eventId
      ? fieldError("eventId", "This link has already sold tickets. Create a new link for another event.")
      : undefined,
  named: ({ name }) => ({ name }),
  audited: ({ name, kind, linkCode, event, allocation, commission }) => ({
    name,
    kind,
    linkCode,
    event: event?.title ?? "all events",
    allocation,
    commission,
  }),
});

/** The secret link to a promoter's results page. @throws AppError `not_found` */
export async function getPromoterLink({ config, db, keys }: Deps, id: number): Promise<{ url: string }> {
  const version = requireFound(await store.findLinkVersion(db, id));
  // Links go to My Tickets: it is personal anyway, and it stores nothing of its URL.
  const key = promoterKey({ id, version }, keys["promoter-links"]);
  return { url: `${config.baseUrl}/my-tickets?promoter=${key}` };
}

/** Creates a new secret link; older links stop working. @throws AppError `not_found` */
export async function renewPromoterLink(deps: Deps, staff: Principal, id: number): Promise<{ url: string }> {
  await inTransaction(deps.db, async (tx) => {
    await store.promoters.lock(tx, id);
    await store.raiseLinkVersion(tx, id);
    const { name } = await store.promoters.find(tx, id);
    const target = { kind: "promoter", id } as const;
    await recordAction(tx, { staff, action: "promoter.link_renewed", target, after: { name } });
  });
  return getPromoterLink(deps, id);
}

/**
 * The results of a link, for anyone with the secret that names its promoter.
 *
 * @throws AppError `not_found` for a secret that we didn't sign, or an older link
 */
export async function openPromoterPage({ db, keys }: Deps, key: string): Promise<PromoterResults> {
  const named = readPromoterKey(key, keys["promoter-links"]);
  if (named === undefined || (await store.findLinkVersion(db, named.id)) !== named.version) {
    throw new AppError("not_found");
  }
  return getPromoterResults(db, named.id);
}

/** The results of a link, for staff. @throws AppError `not_found` */
export async function getPromoterResults(db: Database, id: number): Promise<PromoterResults> {
  const { id: _, version: _version, createdAt: _createdAt, ...promoter } = await store.promoters.find(db, id);
  const timeZone = promoter.event?.timeZone ?? (await getSettings(db)).defaultTimeZone;
  const [days, events] = [await store.findDays(db, id, timeZone), await store.findEvents(db, id)];
  return { ...promoter, timeZone, days, events };
}

/** The promoter that a secret link names. */
interface NamedByKey {
  id: number;
  version: number;
}

/**
 * The secret in the URL of a promoter's results page: the promoter and the version of their link, signed. Renewing the
 * link raises its version, and older links stop working.
 */
export const promoterKey = ({ id, version }: NamedByKey, key: Buffer): string => signLink(key, "promoter", id, version);

/** The promoter that a secret names if we signed it; otherwise undefined. */
export function readPromoterKey(text: string, key: Buffer): NamedByKey | undefined {
  const [id, version] = readLink(text, key, "promoter") ?? [];
  return id === undefined ? undefined : { id: Number(id), version: Number(version) };
}
