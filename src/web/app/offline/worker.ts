import { PrecacheController } from "workbox-precaching/PrecacheController.js";
import { registerRoute } from "workbox-routing/registerRoute.js";
import { build, files } from "virtual:offline-files";
import { isReservedPath } from "#contract/page-paths.ts";

// The service worker: with it, My Tickets opens without a network. It keeps only files that are the same for everyone;
// the tickets themselves are kept by the page (features/tickets/kept-tickets.ts). See docs/how-it-works/offline.md.

declare const self: ServiceWorkerGlobalScope;

const cachePrefix = "sg-files-";
const shellPath = "/shell.html";
const ticketsPath = "/my-tickets";

/** How long My Tickets waits for the server before it opens from the device. */
const patienceMs = 4000;

const precache = new PrecacheController({ cacheName: cachePrefix + build });
precache.addToCacheList([...files, shellPath].map((url) => ({ url, revision: url === shellPath ? build : null })));

self.addEventListener("install", (e) => void precache.install(e));

self.addEventListener("activate", (e) => {
  e.waitUntil(Promise.all([dropOldFiles(), self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

/** Keeps the files of the version before: a tab that still runs it loads its parts from there. */
async function dropOldFiles(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cachePrefix + build);
  await Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)));
}

self.addEventListener("message", (e) => {
  const { type, file } = Object(e.data) as { type?: string; file?: string };
  if (type === "SKIP_WAITING") void self.skipWaiting();
  if (type === "HAS_FILE") e.ports[0]?.postMessage(files.includes(String(file)));
});

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
  async ({ request }) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request),
);

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === "navigate" && !isReservedPath(url.pathname),
  ({ request, url, event }) => openPage(request, url, event as FetchEvent),
);

/**
 * A page comes from the server. Without a network, the app starts from the device instead: it shows the tickets, or says
 * that there is no connection. Only My Tickets does so too when the server fails or takes long.
 */
async function openPage(request: Request, { pathname }: URL, event: FetchEvent): Promise<Response> {
  const isTickets = pathname === ticketsPath;
  const served = askServer(request, event);
  served.catch(() => undefined);
  try {
    const response = await (isTickets ? Promise.race([served, timeOut()]) : served);
    if (!isTickets || response.status < 500) return response;
  } catch {
    // The device's own copy follows.
  }
  return (await precache.matchPrecache(shellPath)) ?? served;
}

async function askServer(request: Request, { preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded = (await preloadResponse) as Response | undefined;
  return preloaded ?? fetch(request);
}

const timeOut = () =>
  new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error("The server takes long")), patienceMs));
