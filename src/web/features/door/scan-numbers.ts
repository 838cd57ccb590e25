/** A scan without a response keeps its id this long, so scanning the ticket again gets that same response. */
const unsettledMs = 120_000;

/** A random UUID. Works on plain HTTP too, where browsers don't offer crypto.randomUUID. */
export function newUuid(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Assigns ids to scans. The server gives the same id the same response, so retries are safe. */
export function createScanNumbers() {
  const unsettled = new Map<string, { scanId: string; scannedAt: string; at: number }>();
  return {
    /** The id for a code's scan: a new one, unless the last one still has no response. */
    take(code: string): { scanId: string; scannedAt: string } {
      const now = Date.now();
      const stored = unsettled.get(code);
      if (stored && now - stored.at < unsettledMs) return { scanId: stored.scanId, scannedAt: stored.scannedAt };
      const fresh = { scanId: newUuid(), scannedAt: new Date(now).toISOString() };
      unsettled.set(code, { ...fresh, at: now });
      return fresh;
    },
    settled: (code: string) => void unsettled.delete(code),
  };
}
