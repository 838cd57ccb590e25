import { useSyncExternalStore, useEffect, useRef, useState } from "react";
import { parseJson, readStorage, storageKeys, writeStorage } from "#web/lib/safe-storage.ts";
import { createStore } from "#web/lib/store.ts";
import { toast } from "#web/ui/toast.ts";

/** What someone has typed and not sent yet. */
export type Draft = { text: string; eventId?: number | null };
type Drafts = Readonly<Record<string, Draft | undefined>>;

/** Drafts by what they are for: `post`, `comment:12`, `reply:34`. */
const drafts = createStore<Drafts | undefined>(undefined);

function readDrafts(): Drafts {
  const known = drafts.current();
  if (known) return known;
  const stored = parseJson(readStorage(storageKeys.drafts));
  const read = (typeof stored === "object" && stored !== null ? stored : {}) as Drafts;
  drafts.set(read);
  return read;
}

// Whoever signs in next must not find what someone else typed: signing out, also in another tab, removes it from storage.
if (typeof window !== "undefined") {
  addEventListener("sg:auth:changed", () => drafts.set(undefined));
  addEventListener("storage", ({ key }) => {
    if (key === storageKeys.drafts || key === null) drafts.set(undefined);
  });
}

/** A draft; undefined if there is none, and until the page is interactive. */
export const useDraft = (key: string): Draft | undefined =>
  useSyncExternalStore(
    drafts.subscribe,
    () => drafts.current()?.[key] ?? readDrafts()[key],
    () => undefined,
  );

/** Keeps a draft on this device, also across a reload; one without a text or a choice is removed. */
export function storeDraft(key: string, draft: Draft | undefined): void {
  const { [key]: _before, ...others } = readDrafts();
  const isEmpty = !draft || (draft.text === "" && draft.eventId === undefined);
  const next = !isEmpty ? { ...others, [key]: draft } : others;
  drafts.set(next);
  writeStorage(storageKeys.drafts, JSON.stringify(next));
}

/** Removes a draft, which can be undone. */
export function discardDraft(key: string): void {
  const draft = readDrafts()[key];
  storeDraft(key, undefined);
  if (draft === undefined || draft.text.trim() === "") return;
  toast({ title: "Draft discarded", action: { label: "Undo", onPress: () => storeDraft(key, draft) } });
}

/** A field that a button opens. It is open at once if there is a draft; when it closes, the button has the focus. */
export function useDoor(draftKey: string) {
  const draft = useDraft(draftKey);
  const [isPressed, setPressed] = useState(false);
  const door = useRef<HTMLButtonElement>(null);
  const isOpen = isPressed || (draft !== undefined && draft.text !== "");
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isOpen && wasOpen.current) door.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { door, isOpen, isPressed, setPressed };
}
