export type ToastTone = "plain" | "good" | "bad";
/** A toast's action button: "Undo". */
export type ToastAction = { label: string; onPress: () => void };
export type ToastMessage = {
  id: number;
  title: string;
  description?: string;
  tone: ToastTone;
  durationMs: number;
  action?: ToastAction;
};

type NewToast = { title: string; description?: string; tone?: ToastTone; durationMs?: number; action?: ToastAction };

let current: ToastMessage | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: ToastMessage | undefined) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast. One at a time: a new one replaces the old one. Stays 5 seconds by default. */
export function toast({ tone = "plain", durationMs = 5000, ...said }: NewToast): void {
  set({ id: ++lastId, tone, durationMs, ...said });
}

export function dismissToast(id: number): void {
  if (current?.id === id) set(undefined);
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  current: () => current,
};
