import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Assets, Renderer } from "#web/app/render-types.ts";
import { StartFailure } from "#server/platform/app-error.ts";
import { embeddable } from "#server/platform/http/security-headers.ts";
import type { FastifyInstance } from "fastify";
import fastifyStatic from "@fastify/static";

type Chunk = {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
};
type Manifest = Record<string, Chunk>;

/** The web app as the server uses it, built or in development. */
export type Web = Renderer & { assets: Assets };

const clientFolder = resolve("dist/client");
const rendererFile = resolve("dist/server/entry-server.js");

/** @throws StartFailure if the web app isn't built */
export async function loadBuild(): Promise<Web> {
  const manifestFile = join(clientFolder, ".vite/manifest.json");
  if (!existsSync(manifestFile) || !existsSync(rendererFile)) {
    throw new StartFailure(
      "The web app isn't built. Run `npm run build` once, or use `npm start`, which builds it for you.",
    );
  }
  const manifest = JSON.parse(await readFile(manifestFile, "utf8")) as Manifest;
  const renderer = (await import(pathToFileURL(rendererFile).href)) as Renderer;
  return { ...renderer, assets: readAssets(manifest) };
}

function readAssets(manifest: Manifest): Assets {
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  if (!entry) throw new Error("dist/client/.vite/manifest.json has no entry. Run `npm run build` again.");
  const staffPages = manifest["src/web/pages/staff-pages.ts"];
  if (!staffPages) throw new Error("dist/client/.vite/manifest.json has no staff pages. Run `npm run build` again.");
  const address = (file: string) => `/${file}`;
  const entryFiles = withImports(manifest, entry);
  const pageScripts: Assets["pageScripts"] = {};
  for (const [source, chunk] of Object.entries(manifest)) {
    const id = /^src\/web\/(pages\/.+-page)\.tsx$/.exec(source)?.[1];
    if (!id) continue;
    const files = withImports(manifest, chunk);
    if (staffPages.dynamicImports?.includes(source)) withImports(manifest, staffPages, files);
    pageScripts[id] = [...files].filter((file) => !entryFiles.has(file)).map(address);
  }
  return {
    entry: address(entry.file),
    styles: (entry.css ?? []).map(address),
    fonts: (entry.assets ?? []).filter((file) => /-first-[^/]*\.woff2$/.test(file)).map(address),
    scripts: [...entryFiles].filter((file) => file !== entry.file).map(address),
    pageScripts,
  };
}

function withImports(manifest: Manifest, chunk: Chunk, found = new Set<string>()): Set<string> {
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const name of chunk.imports ?? []) {
    const next = manifest[name];
    if (next) withImports(manifest, next, found);
  }
  return found;
}

const devHead =
  '<script type="module" src="/@vite/client"></script>' +
  '<script type="module">import { injectIntoGlobalHook } from "/@react-refresh"; injectIntoGlobalHook(window);' +
  "window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type;</script>";

/** Runs Vite inside our server: sources are transformed on request, and every page renders with the newest code. */
export async function startDevelopment(app: FastifyInstance): Promise<Web> {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: app.server } }, appType: "custom" });
  app.addHook("onClose", () => vite.close());
  app.addHook("onRequest", (request, reply, done) => {
    vite.middlewares(request.raw, reply.raw, () => done());
  });

  const load = () => vite.ssrLoadModule("/src/web/app/entry-server.tsx") as Promise<Renderer>;
  const first = await load();
  return {
    headScript: first.headScript,
    knownQuery: first.knownQuery,
    renderShell: async (request) => (await load()).renderShell(request),
    render: async (request) => (await load()).render(request),
    assets: {
      entry: "/src/web/app/entry-client.tsx",
      styles: ["/src/web/ui/styles.css"],
      fonts: [],
      scripts: [],
      pageScripts: {},
      devHead,
    },
  };
}

const yearSeconds = 31_536_000;
const hourSeconds = 3600;

/** The service worker decides which version of the site runs, so every check for a newer one reaches us. */
function cacheControl(path: string): string {
  if (path.includes("/assets/")) return `public, max-age=${yearSeconds}, immutable`;
  return /\/sw\.js(\.br|\.gz)?$/.test(path) ? "no-cache" : `public, max-age=${hourSeconds}`;
}

/**
 * Serves the built files: those under /assets are named by their content and cached forever, the service worker never,
 * the rest of public/ for an hour.
 */
export async function serveFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    globIgnore: [".vite/**", "**/*.br", "**/*.gz"],
    preCompressed: true,
    index: false,
    cacheControl: false,
    decorateReply: false,
    logLevel: "warn",
    setHeaders(reply, path) {
      void reply.header("cache-control", cacheControl(path));
      if (path.includes("/brand/")) void reply.headers(embeddable);
      // Emails use it, and they belong to no site.
      if (path.endsWith("/brand/big-shoulders.woff2")) void reply.header("access-control-allow-origin", "*");
    },
  });
}
