import { dropStorage, readStorage, writeStorage } from "#web/lib/safe-storage.ts";
import { newUuid } from "#web/lib/new-uuid.ts";

const keys = {
  device: "sg:door:device",
  gate: "sg:door:gate",
  muted: "sg:door:muted",
  camera: "sg:door:camera",
  open: "sg:door:open",
  confirmed: "sg:door:confirmed",
} as const;

let device: string | undefined;

/** This phone's id, stored permanently. If storage is blocked, it lasts until the page is closed. */
export function deviceId(): string {
  device ??= readStorage(keys.device) ?? undefined;
  if (device === undefined || !/^[\w-]{8,64}$/.test(device)) {
    device = newUuid();
    writeStorage(keys.device, device);
  }
  return device;
}

export const longestGate = 40;

/** A pasted name can contain hidden characters. The server refuses them, and a scan must never fail for its gate. */
const plain = (gate: string) => gate.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim();

export const readGate = () => plain(readStorage(keys.gate) ?? "");
export const writeGate = (gate: string) => writeStorage(keys.gate, plain(gate).slice(0, longestGate));

export const readMuted = () => readStorage(keys.muted) === "true";
export const writeMuted = (muted: boolean) => writeStorage(keys.muted, String(muted));

export const readCamera = () => readStorage(keys.camera) ?? undefined;
export const writeCamera = (id: string) => writeStorage(keys.camera, id);

/** True if this tab was scanning before a reload: it then goes straight back to the scanner. */
export const wasOpen = () => readStorage(keys.open, "session") === "true";
export const writeOpen = (open: boolean) =>
  open ? writeStorage(keys.open, "true", "session") : dropStorage(keys.open, "session");

/** The event that staff chose to scan for although it isn't on now; this tab doesn't ask again. */
export const wasConfirmed = (eventId: number) => readStorage(keys.confirmed, "session") === String(eventId);
export const writeConfirmed = (eventId: number) => writeStorage(keys.confirmed, String(eventId), "session");
