import { Uploader, type UploadItem } from "#web/ui/uploader.tsx";
import { useCallback, useEffect, useRef, useState } from "react";
import type { LibraryPicture, PictureDetail } from "#contract/media.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { callJson, CallError, identityHeaders } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";
import { isUnderWay, picturePath, picturesPath, useRefreshPictures } from "./queries.ts";
import { refusalText } from "./labels.ts";

/** Larger images are shrunk before upload: few connections can send 20 MB before a request times out. */
const heavyBytes = 6 * 1024 * 1024;
/** Twice what any page shows. */
const mostSide = 3000;

const isHeic = ({ type, name }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** An image's size within a square of `most`; never larger than it is. */
function fitWithin({ width, height }: { width: number; height: number }, most: number) {
  const scale = Math.min(1, most / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Shrinks a large image in the browser, and turns an iPhone's HEIC into a JPEG where the browser can read it (Safari).
 * A file that the browser cannot read is sent as it is: the server decides.
 */
async function lighten(file: File): Promise<Blob> {
  if (file.size < heavyBytes && !isHeic(file)) return file;
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = fitWithin(picture, mostSide);
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

type Entry = UploadItem & { file: File; picture?: LibraryPicture };
export type Uploads = ReturnType<typeof useUploads>;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Uploads files to the library, two at a time, and polls each until it is ready.
 *
 * @param onReady called with each image that is ready
 * @param path where files go; the path of an image replaces its file
 */
export function useUploads(onReady?: (picture: LibraryPicture) => void, path = picturesPath) {
  const [entries, setEntries] = useState<Entry[]>([]);
  const sendings = useRef(new Map<string, Sending<LibraryPicture>>());
  const started = useRef(new Set<string>());
  const lastId = useRef(0);

  const patch = useCallback((id: string, change: Partial<Entry>) => {
    setEntries((now) => now.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
  }, []);

  const refresh = useRefreshPictures();
  const run = useCallback(
    async ({ id, file, name }: Entry) => {
      const isOff = () => !started.current.has(id);
      try {
        patch(id, { state: "sending", progress: 0, note: undefined });
        const body = await lighten(file);
        if (isOff()) return;
        const sending = sendFile<LibraryPicture>(withQuery(path, { fileName: name }), body, (progress) =>
          patch(id, progress < 1 ? { progress } : { progress, state: "working" }),
        );
        sendings.current.set(id, sending);
        const { status, body: picture } = await sending.reply;
        const note = status === 200 ? "This file is already in the library." : undefined;
        patch(id, { state: "working", progress: 1, note, picture });
        void refresh();
        const end = await follow(picture, isOff);
        if (end === undefined || isOff()) return;
        patch(id, end.refusal ? { state: "failed", note: refusalText[end.refusal] } : { state: "done" });
        if (!end.refusal) onReady?.(end);
        void refresh();
      } catch (error) {
        if (!isOff()) patch(id, { state: "failed", note: failureText(error), canRetry: mayHelp(error) });
      } finally {
        sendings.current.delete(id);
        started.current.delete(id);
      }
    },
    [onReady, patch, path, refresh],
  );

  useEffect(() => {
    const waiting = entries.filter(({ id, state }) => state === "waiting" && !started.current.has(id));
    const underWay = entries.filter(({ state }) => state === "sending" || state === "working").length;
    for (const entry of waiting.slice(0, Math.max(0, atOnce - underWay))) {
      started.current.add(entry.id);
      void run(entry);
    }
  }, [entries, run]);

  useEffect(() => {
    const open = sendings.current;
    return () => {
      for (const { cancel } of open.values()) cancel();
    };
  }, []);

  return {
    items: entries,
    onFiles(files: File[]) {
      setEntries((now) => [...now, ...files.map((file) => toEntry(file, String(++lastId.current)))]);
    },
    onRemove(id: string) {
      sendings.current.get(id)?.cancel();
      sendings.current.delete(id);
      started.current.delete(id);
      setEntries((now) => now.filter((entry) => entry.id !== id));
    },
    onRetry: (id: string) => patch(id, { state: "waiting", progress: 0, note: undefined }),
  };
}

/** Polls an image until it is processed. A replacement is polled through the image it replaces: its own row goes. */
async function follow(picture: LibraryPicture, isOff: () => boolean): Promise<LibraryPicture | undefined> {
  let now: LibraryPicture = picture;
  while (isUnderWay(now) && !isOff()) {
    await wait(pollMs);
    const { id, replacesId } = picture;
    const read = await callJson<PictureDetail>("GET", picturePath(replacesId ?? id)).catch((error: unknown) => {
      if (error instanceof CallError && error.status !== 503) throw error;
    });
    if (read === undefined) continue;
    now = replacesId !== null && read.replacement?.id === id ? { ...picture, ...read.replacement } : read;
  }
  return isUnderWay(now) ? undefined : now;
}

function toEntry(file: File, id: string): Entry {
  const name =
    [...file.name]
      .filter((letter) => letter >= " ")
      .join("")
      .slice(-200)
      .trim() || "picture";
  const base = { id, file, name, progress: 0 };
  if (file.size === 0) return { ...base, state: "failed", note: "This file is empty." };
  if (file.size > mostChosenBytes) return { ...base, state: "failed", note: "Too large. Export a smaller version." };
  return { ...base, state: "waiting" };
}

/** Larger files are rejected at once: shrinking them would take all the memory of a phone. */
const mostChosenBytes = 60 * 1024 * 1024;

const mayHelp = (error: unknown) => !(error instanceof CallError) || error.status === 429 || error.status >= 500;

/** An upload in progress. */
type Sending<Reply> = { reply: Promise<{ status: number; body: Reply }>; cancel: () => void };

/**
 * Sends a file as the body of a POST and reports upload progress, which fetch cannot do.
 *
 * The reply rejects with CallError when the server refuses it, with TypeError when the network fails, and never
 * settles after `cancel`.
 */
function sendFile<Reply>(path: string, file: Blob, onProgress: (part: number) => void): Sending<Reply> {
  const request = new XMLHttpRequest();
  const reply = new Promise<{ status: number; body: Reply }>((resolve, reject) => {
    request.open("POST", path);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(identityHeaders())) request.setRequestHeader(name, value);
    // The server checks the bytes; a content type that it does not know must not block the upload.
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      if (request.status < 200 || request.status > 299) {
        return reject(new CallError(request.status, request.responseText || request.statusText));
      }
      resolve({ status: request.status, body: JSON.parse(request.responseText) as Reply });
    });
    request.addEventListener("error", () => reject(new TypeError("The upload was interrupted")));
    request.send(file);
  });
  return { reply, cancel: () => request.abort() };
}

const types = "image/png,image/jpeg,image/webp,image/avif,image/gif,image/heic,image/heif";

export type PictureUploaderProps = { uploads: Uploads; title: string; multiple?: boolean; compact?: boolean };

/** The uploader for images, with its accepted types as text and for the file picker. */
export function PictureUploader({ uploads, title, multiple = true, compact = false }: PictureUploaderProps) {
  return (
    <Uploader
      title={title}
      hint={`Drop ${multiple ? "files" : "a file"} here or choose from your device. JPEG, PNG, WebP, AVIF or GIF, up to 25 MB. We remove location data.`}
      accept={types}
      multiple={multiple}
      compact={compact}
      {...uploads}
    />
  );
}
