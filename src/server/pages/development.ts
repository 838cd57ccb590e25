import type { FastifyInstance } from "fastify";
import type { Renderer } from "#web/app/render-types.ts";
import type { Web } from "./build.ts";

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
