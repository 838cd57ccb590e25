import { createStore } from "#web/lib/store.ts";

export type ToastTone = "plain" | "good" | "bad";
export type ToastMessage = {
  id: number;
  title: string;
  description?: string;
  tone: ToastTone;
  durationMs: number;
  /** A button: "Undo". */
  action?: { label: string; onPress: () => void };
};

type NewToast = Pick<ToastMessage, "title" | "description" | "action"> &
  Partial<Pick<ToastMessage, "tone" | "durationMs">>;

export const toastStore = createStore<ToastMessage | undefined>(undefined);

let lastId = 0;

/** Shows a toast. One at a time: a new one replaces the old one. Stays 5 seconds by default. */
export function toast({ tone = "plain", durationMs = 5000, ...message }: NewToast): void {
  toastStore.set({ id: ++lastId, tone, durationMs, ...message });
}

export function dismissToast(id: number): void {
  if (toastStore.current()?.id === id) toastStore.set(undefined);
}
