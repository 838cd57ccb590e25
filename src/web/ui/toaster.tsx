import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { lazyPart } from "./lazy-part.tsx";
import { toastStore } from "./toast.ts";
import { whenIdle } from "./when-idle.ts";

const loadView = () => import("./toast-view.tsx");
const ToastView = lazyPart(null, async () => (await loadView()).ToastView);

/** Where toasts appear. Its code loads when the browser is idle, so that it can show "network error" offline. */
export function Toaster() {
  const message = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => undefined);
  const [ready, setReady] = useState(false);
  useEffect(
    () =>
      whenIdle(
        () =>
          void loadView().then(
            () => setReady(true),
            () => undefined,
          ),
      ),
    [],
  );

  if (!message && !ready) return null;
  return (
    <Suspense fallback={null}>
      <ToastView message={message} />
    </Suspense>
  );
}
