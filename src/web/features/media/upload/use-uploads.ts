import { useCallback, useEffect, useRef, useState } from "react";
import type { LibraryPicture, PictureDetail } from "#contract/media.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { callJson, CallError } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";
import type { UploadItem } from "#web/ui/uploader.tsx";
import { isUnderWay, picturePath, picturesPath } from "../queries.ts";
import { refusalText } from "../labels.ts";
import { useRefreshPictures } from "../use-refresh-pictures.ts";
import { lighten } from "./lighten.ts";
import { sendFile, type Sending } from "./send-file.ts";

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
    add(files: File[]) {
      setEntries((now) => [...now, ...files.map((file) => toEntry(file, String(++lastId.current)))]);
    },
    remove(id: string) {
      sendings.current.get(id)?.cancel();
      sendings.current.delete(id);
      started.current.delete(id);
      setEntries((now) => now.filter((entry) => entry.id !== id));
    },
    retry: (id: string) => patch(id, { state: "waiting", progress: 0, note: undefined }),
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
