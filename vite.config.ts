import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * One build for both sides: `vite build --app` (or `createBuilder()` and `buildApp()`) writes the browser's files to
 * dist/client with a manifest, and the renderer, all packages bundled, to dist/server/entry-server.js.
 */
export default defineConfig(({ command }) => ({
  plugins: [fetchFirst(), react(), tailwindcss(), precompress()],
  publicDir: "public",
  appType: "custom",
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: true,
        // A file is named among what it needs, so that `fetchFirst` asks for all of it.
        modulePreload: { polyfill: false, resolveDependencies: (file, needed) => [...new Set([file, ...needed])] },
        rolldownOptions: {
          input: "src/web/app/entry-client.tsx",
          // Short, because the first file names all the others.
          output: {
            chunkFileNames: ({ name }) => `assets/${name.slice(0, 12)}-[hash:7].js`,
            codeSplitting: { groups: [frame] },
          },
        },
      },
    },
    ssr: {
      // The built renderer carries its packages, in their production form; in development Node loads them itself.
      resolve: command === "build" ? { noExternal: true } : {},
      build: {
        outDir: "dist/server",
        copyPublicDir: false,
        ssr: true,
        minify: false,
        rolldownOptions: { input: "src/web/app/entry-server.tsx" },
      },
    },
  },
  build: { assetsInlineLimit: 0, reportCompressedSize: false, target: "baseline-widely-available" },
  builder: {
    async buildApp(builder) {
      for (const name of ["client", "ssr"]) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
}));

/** What nearly every page needs comes in one file: it compresses better than the same in many. */
const frame = {
  name: "frame",
  test: new RegExp(
    [
      "node_modules/(?:react|react-dom|scheduler|react-router|@tanstack/(?:query-core|react-query)|clsx)/",
      "src/web/lib/(?:safe-storage|storage-keys|dates|days|money|use-now)[.]",
      "src/web/ui/(?:badge|poster|price|empty-state|button-style)[.]",
      "src/web/features/events/(?:event-card|sale-badge|event-badge|use-is-over|use-closing-details|queries)[.]",
    ].join("|"),
  ),
};

/** Puts our own function around every `import()` of the browser's files, in the place of Vite's: see there. */
function fetchFirst(): Plugin {
  return {
    name: "fetch-first",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    load: (id) =>
      id === "\0vite/preload-helper.js"
        ? `export { fetchFirst as __vitePreload } from ${JSON.stringify(join(import.meta.dirname, "src/web/lib/fetch-first.ts"))}`
        : undefined,
  };
}

const worthCompressing = /\.(js|css|svg|json|webmanifest|wasm)$/;

/** Writes .br and .gz beside each built text file, so that the server never compresses an asset. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: "precompress",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    async writeBundle({ dir = "dist/client" }) {
      const files = (await readdir(dir, { recursive: true })).filter(
        (file) => worthCompressing.test(file) && !file.startsWith(".vite"),
      );
      for (const file of files) {
        const bytes = await readFile(join(dir, file));
        if (bytes.length < 1000) continue;
        await writeFile(
          join(dir, `${file}.br`),
          await brotli(bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 11,
              [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            },
          }),
        );
        await writeFile(join(dir, `${file}.gz`), await zip(bytes, { level: 9 }));
      }
    },
  };
}
