import type { UploadItem } from "#web/ui/uploader.tsx";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { CallError } from "#web/lib/call.ts";
import type { SendOptions } from "#web/lib/files.ts";
import type { PictureRefusal } from "#contract/media.ts";
import { refusalText } from "./labels.ts";

/** Larger images are shrunk before upload: few connections can send 20 MB before a request times out. */
const heavyBytes = 6 * 1024 * 1024;
/** Twice what any page shows. */
const maxSide = 3000;

const isHeic = ({ type, name }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/**
 * Shrinks a large image in the browser, and turns a dropped HEIC into a JPEG where the browser can read it (Safari).
 * A file that the browser cannot read is sent as it is: the server decides.
 */
async function lighten(file: File): Promise<Blob> {
  if (file.size < heavyBytes && !isHeic(file)) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d")!;
    context.imageSmoothingQuality = "high";
    // Transparent parts would turn black in a JPEG.
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, width, height);
    context.drawImage(picture, 0, 0, width, height);
    picture.close();
    const lighter = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
    return lighter.size < file.size || isHeic(file) ? lighter : file;
  } catch {
    return file;
  }
}

const atOnce = 2;
const pollMs = 700;

/** What the server says of an uploaded image. */
type Uploaded = { id: number; status: string; refusal: PictureRefusal | null };

type Entry<Picture> = UploadItem & { file: File; picture?: Picture };

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const isUnderWay = ({ status }: { status: string }) => status === "uploaded" || status === "processing";

type FileUploads<Picture> = {
  send: (fileName: string, file: Blob, options: SendOptions) => Promise<{ status: number; reply: Picture }>;
  /** Reads an image again, to see whether it is ready. */
  read: (picture: Picture) => Promise<Picture>;
  /** Called with each image that is ready. */
  onReady?: ((picture: Picture) => void) | undefined;
  /** Called when the server has a file, and when it has processed it. */
  onChange?: () => void;
};

/** Uploads files, two at a time, and polls each image until it is ready. */
export function useFileUploads<Picture extends Uploaded>({ send, read, onReady, onChange }: FileUploads<Picture>) {
  const [entries, setEntries] = useState<Entry<Picture>[]>([]);
  const started = useRef(new Map<string, AbortController>());
  const lastId = useRef(0);

  const patch = (id: string, change: Partial<Entry<Picture>>) =>
    setEntries((now) => now.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));

  async function run({ id, file, name }: Entry<Picture>, signal: AbortSignal) {
    try {
      patch(id, { state: "sending", progress: 0, note: undefined });
      const body = await lighten(file);
      if (signal.aborted) return;
      const { status, reply } = await send(name, body, {
        signal,
        onProgress: (progress) => patch(id, progress < 1 ? { progress } : { progress, state: "working" }),
      });
      const note = status === 200 ? "This file is already in the library." : undefined;
      patch(id, { state: "working", progress: 1, note });
      onChange?.();
      const end = await follow(reply, read, signal);
      if (end === undefined || signal.aborted) return;
      patch(id, end.refusal ? { state: "failed", note: refusalText[end.refusal] } : { state: "done", picture: end });
      if (!end.refusal) onReady?.(end);
      onChange?.();
    } catch (error) {
      if (!signal.aborted) patch(id, { state: "failed", note: failureText(error), canRetry: mayHelp(error) });
    } finally {
      started.current.delete(id);
    }
  }

  const startWaiting = useEffectEvent(() => {
    const waiting = entries.filter(({ id, state }) => state === "waiting" && !started.current.has(id));
    const underWay = entries.filter(({ state }) => state === "sending" || state === "working").length;
    for (const entry of waiting.slice(0, Math.max(0, atOnce - underWay))) {
      const upload = new AbortController();
      started.current.set(entry.id, upload);
      void run(entry, upload.signal);
    }
  });
  useEffect(() => startWaiting(), [entries]);

  useEffect(() => {
    const open = started.current;
    return () => {
      for (const upload of open.values()) upload.abort();
    };
  }, []);

  return {
    items: entries,
    hint: "JPEG, PNG, WebP, AVIF or GIF, up to 25 MB. We remove location data.",
    // Without HEIC in this list, an iPhone hands over its photos as JPEG.
    accept: "image/png,image/jpeg,image/webp,image/avif,image/gif",
    onFiles(files: File[]) {
      setEntries((now) => [...now, ...files.map((file) => toEntry(file, String(++lastId.current)))]);
    },
    onRemove(id: string) {
      started.current.get(id)?.abort();
      started.current.delete(id);
      setEntries((now) => now.filter((entry) => entry.id !== id));
    },
    onRetry: (id: string) => patch(id, { state: "waiting", progress: 0, note: undefined }),
  };
}

/** Polls an image until it is processed. */
async function follow<Picture extends Uploaded>(
  picture: Picture,
  read: (picture: Picture) => Promise<Picture>,
  signal: AbortSignal,
): Promise<Picture | undefined> {
  let now = picture;
  while (isUnderWay(now) && !signal.aborted) {
    await wait(pollMs);
    const latest = await read(picture).catch((error: unknown) => {
      if (error instanceof CallError && error.status !== 503) throw error;
    });
    if (latest !== undefined) now = latest;
  }
  return isUnderWay(now) ? undefined : now;
}

function toEntry(file: File, id: string): UploadItem & { file: File } {
  const name =
    file.name
      .replace(/[^ -\u{10ffff}]/gu, "")
      .slice(-200)
      .trim() || "picture";
  const base = { id, file, name, progress: 0 };
  if (file.size === 0) return { ...base, state: "failed", note: "This file is empty." };
  if (file.size > maxChosenBytes) return { ...base, state: "failed", note: "Too large. Export a smaller version." };
  return { ...base, state: "waiting" };
}

/** Larger files are rejected at once: shrinking them would take all the memory of a phone. */
const maxChosenBytes = 60 * 1024 * 1024;

const mayHelp = (error: unknown) => !(error instanceof CallError) || error.status === 429 || error.status >= 500;
