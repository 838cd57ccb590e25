/** A scan that nobody heard the answer of keeps its number this long, so that showing the ticket again asks for that answer. */
const unsettledMs = 120_000;

/** A random UUID, on plain http too, where browsers keep crypto.randomUUID to themselves. */
export function newUuid(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Numbers scans. The server gives the same number the same answer, which is what makes asking again safe. */
export function createScanNumbers() {
  const unsettled = new Map<string, { scanId: string; scannedAt: string; at: number }>();
  return {
    /** The number of a code's scan: a new one, unless the last one is still without an answer. */
    take(code: string): { scanId: string; scannedAt: string } {
      const now = Date.now();
      const kept = unsettled.get(code);
      if (kept && now - kept.at < unsettledMs) return { scanId: kept.scanId, scannedAt: kept.scannedAt };
      const fresh = { scanId: newUuid(), scannedAt: new Date(now).toISOString() };
      unsettled.set(code, { ...fresh, at: now });
      return fresh;
    },
    settled: (code: string) => void unsettled.delete(code),
  };
}
