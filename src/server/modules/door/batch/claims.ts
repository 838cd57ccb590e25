import type { Tx } from "#server/platform/db/database.ts";
import { findAdmissions, insertOfflineAdmission, passAdmission } from "#server/modules/tickets/index.ts";
import { isEarlier } from "../rules.ts";
import { findCountedAt, markSecond } from "./store.ts";

/** An offline scan that let someone in on a good ticket. */
interface OfflineClaim {
  ticketId: number;
  eventId: number;
  deviceId: string;
  scanId: string;
  gate: string | null;
  staffId: number;
  at: Date;
}

/** Who owns the check-in now. `demoted`: the scan that owned it until now, which is a second entry from now on. */
interface ClaimOutcome {
  isOwner: boolean;
  admissionId: number;
  demoted?: { deviceId: string; scanId: string };
}

/**
 * Gives a ticket's check-in to the earliest of its offline scans. An online check-in stays: its guest was let in because
 * the server said so. So does one that staff undid after this scan: it's the past. The caller has locked the ticket.
 */
export async function claimAdmission(tx: Tx, claim: OfflineClaim): Promise<ClaimOutcome> {
  const admissions = await findAdmissions(tx, claim.ticketId);
  const undone = admissions.find(({ voidedAt }) => voidedAt !== null && voidedAt > claim.at);
  if (undone !== undefined) return { isOwner: false, admissionId: undone.id };
  const owner = admissions.find(({ voidedAt }) => voidedAt === null);
  if (owner === undefined) {
    return { isOwner: true, admissionId: await insertOfflineAdmission(tx, { ...claim, admittedAt: claim.at }) };
  }
  const ownerScan = await findCountedAt(tx, owner);
  const isOffline = ownerScan !== undefined && ownerScan.countedAt !== null;
  if (!isOffline || !isEarlier(claim, { ...owner, at: owner.admittedAt })) {
    return { isOwner: false, admissionId: owner.id };
  }
  await passAdmission(tx, owner.id, { ...claim, admittedAt: claim.at });
  await markSecond(tx, owner);
  return { isOwner: true, admissionId: owner.id, demoted: { deviceId: owner.deviceId, scanId: owner.scanId } };
}
