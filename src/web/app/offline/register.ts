import { toast } from "#web/ui/toast.ts";

const updatePauseMs = 10 * 60_000;

/** How long Reload waits for the new worker. The browser keeps the old one for as long as that has something to do. */
const activationMs = 3000;

/** The program that this page runs: the first script that its HTML names. */
const ownEntry = () => document.querySelector<HTMLMetaElement>("meta[name=scripts]")?.content.split(" ")[0];

/**
 * Installs the service worker, and offers to reload when a newer version of the site is ready. A page that already is
 * that version has nothing to reload: the new worker takes over silently.
 */
export async function registerWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.register("/sw.js");
  if (registration.waiting) void meet(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      // The first worker of all has nothing to wait for.
      if (installing.state === "installed" && registration.active) void meet(installing);
    });
  });

  let lookedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - lookedAt < updatePauseMs) return;
    lookedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

async function meet(waiting: ServiceWorker): Promise<void> {
  const activate = () => waiting.postMessage({ type: "SKIP_WAITING" });
  if (await hasFile(waiting, ownEntry())) return activate();
  toast({
    title: "A new version is ready",
    durationMs: Infinity,
    action: {
      label: "Reload",
      onPress() {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        setTimeout(() => location.reload(), activationMs);
        activate();
      },
    },
  });
}

const hasFile = (worker: ServiceWorker, file: string | undefined) =>
  new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }) => resolve(data === true), { once: true });
    port1.start();
    worker.postMessage({ type: "HAS_FILE", file }, [port2]);
  });
