import { messageSW, Workbox } from "workbox-window";
import { toast } from "#web/ui/toast.ts";

const updatePauseMs = 10 * 60_000;

/** The program that this page runs: the first script that its HTML names. */
const ownEntry = () => document.querySelector<HTMLMetaElement>("meta[name=scripts]")?.content.split(" ")[0];

/**
 * Installs the service worker, and offers to reload when a newer version of the site is ready. A page that already is
 * that version has nothing to reload: the new worker takes over silently.
 */
export function registerWorker(): void {
  const workbox = new Workbox("/sw.js");

  workbox.addEventListener("waiting", ({ sw }) => void meet(sw));
  async function meet(waiting: ServiceWorker | undefined) {
    if (!waiting) return;
    const isOwn = (await messageSW(waiting, { type: "HAS_FILE", file: ownEntry() })) as boolean;
    if (isOwn) return workbox.messageSkipWaiting();
    toast({
      title: "A new version is ready",
      durationMs: Infinity,
      action: { label: "Reload", onPress: takeNewVersion },
    });
  }
  function takeNewVersion() {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    workbox.messageSkipWaiting();
  }

  let lookedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - lookedAt < updatePauseMs) return;
    lookedAt = Date.now();
    workbox.update().catch(() => undefined);
  });
  workbox.register().catch(() => undefined);
}
