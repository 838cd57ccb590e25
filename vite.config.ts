import { hash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { webFingerprint } from "./scripts/fingerprint.ts";

/**
 * One build for both sides: `vite build --app` (or `createBuilder()` and `buildApp()`) writes the browser's files to
 * dist/client with a manifest, and the renderer, all packages bundled, to dist/server/entry-server.js.
 */
export default defineConfig(({ command }) => ({
  plugins: [fetchFirst(), offlineFiles(), react(), tailwindcss(), precompress()],
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
            codeSplitting: { groups: [frame, ...sharedParts] },
          },
        },
      },
    },
    // The service worker: one file of its own, built after the files that it keeps.
    worker: {
      consumer: "client",
      build: {
        outDir: "dist/client",
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: "src/web/app/offline/worker.ts",
          output: { format: "iife", entryFileNames: "sw.js" },
        },
      },
    },
    ssr: {
      // The built renderer carries its packages, in their production form; in development Node loads them itself.
      resolve: command === "build" ? { noExternal: true } : {},
      // Otherwise the packages would choose at run time, and outside a running site they would choose development.
      define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
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
      for (const name of ["client", "worker", "ssr"]) {
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
      "node_modules/(?:react|react-dom|scheduler|@tanstack/(?:query-core|react-query)|clsx)/(?!.*/(?:useI|i)nfiniteQuery(?:Observer)?[.])",
      "node_modules/lucide-react/dist/esm/icons/(?:arrow-(?:left|right)|chevron-(?:down|left|right)|minus|plus|x)[.]",
      "src/web/lib/(?:router|safe-storage|storage-keys|dates|money|use-now)[./]",
      "src/web/app/(?:routes|providers)[.]",
      "src/web/ui/(?:badge|poster|price|full-message|button-style|use-closing-details)[.]",
    ].join("|"),
  ),
};

/**
 * What pages share beside the frame, in one file each: every file is a request. Small things that several pages use are
 * together, although no page uses all of them.
 */
const sharedParts = [
  {
    name: "bits",
    modules: [
      "node_modules/lucide-react/dist/esm/icons/(?:bell|bell-ring|calendar-plus|check|circle-check|circle-exclamation-point|clock|eye|eye-off|file-text|images|info|key-round|link-2|map-pin|message-circle|play|qr-code|search-x|share-2|sliders-horizontal|ticket|triangle-exclamation-point)[.]",
      "src/web/ui/(?:address-search|callout|chip|data-list|field|filter-button|json-ld|pager|stepper|use-scroll-fade)[.]",
      "src/web/lib/(?:amounts|group-by|new-uuid|offers|use-strip)[.]",
      "src/web/features/(?:reminders/mailed-link|refunds/labels|tickets/ticket-text)[.]",
      "src/contract/(?:typed-text|orders/texts|refunds/texts)[.]",
    ],
  },
  // Cards of events and products, and what puts them into a cart.
  {
    name: "cards",
    modules: [
      "src/web/features/events/(?:event-card|event-title|sale-badge|event-badge|use-is-over|queries)[.]",
      "src/web/features/shop/(?:color-dots|status|product-card|product-row|queries)[.]",
      "src/web/features/shop/product/use-opening[.]",
      "src/web/features/carts/(?:add-to-cart|change-cart)[.]",
      "src/web/features/tickets/picks[.]",
      "src/web/features/orders/(?:own-strip|checkout-query)[.]",
    ],
  },
  // An event, also as a preview in its editor.
  {
    name: "event",
    modules: ["src/web/features/events/(?:event-hero|event-story|status-banner|gallery)[.]"],
  },
  // An order before and after it is paid.
  {
    name: "orders",
    modules: [
      "src/web/features/orders/(?:checkout-frame|status|purchase|ordered-events|change-email|email-suggestion|queries)[.]",
      "src/web/features/delivery/checkout/(?:delivery-note|no-delivery)[.]",
      "src/web/features/order-documents/(?:order-documents|queries)[.]",
      "src/web/features/refunds/patience[.]",
      "src/contract/payments/methods[.]",
    ],
  },
  {
    name: "tickets",
    modules: [
      "src/web/features/tickets/(?:event-tickets|event-actions|ticket-header|group-tickets|kept-tickets|queries)[.]",
      "src/web/features/promotions/queries[.]",
    ],
  },
  {
    name: "delivery",
    modules: [
      "src/contract/(?:delivery/(?:us-zip-codes|us-states|zip-rules)|consent/text)[.]",
      "src/web/features/carts/(?:free-shipping|use-cart)[.]",
      "src/web/features/orders/seconds-left[.]",
      "src/web/features/settings/info-sheets/agreement[.]",
      "node_modules/lucide-react/dist/esm/icons/(?:tag|truck)[.]",
    ],
  },
  {
    name: "topics",
    modules: ["src/web/lib/realtime/(?:stream|use-topic)[.]", "src/web/features/community/(?:queries|labels)[.]"],
  },
  { name: "form", modules: ["node_modules/react-hook-form/", "src/web/ui/(?:use-zod-form|checkbox|form-failure)[.]"] },
  {
    name: "accounts",
    modules: [
      "src/web/features/accounts/(?:factor-form|failure-text|passkey-device)[.]",
      "src/web/features/accounts/auth-dialog/(?:password-input|second-factor-step|submit)[.]",
      "src/web/lib/fresh-proof[.]",
    ],
  },
].map(({ name, modules }) => ({ name, test: new RegExp(modules.join("|")) }));

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

/** What My Tickets needs without a network, beside the entry: the page, a ticket in full, and what the frame can open there. */
const offlineParts = [
  "src/web/app/offline/open-shell.tsx",
  "src/web/pages/my-tickets-page.tsx",
  "src/web/features/tickets/ticket-viewer.tsx",
  "src/web/ui/guard-dialog.tsx",
  "src/web/app/shell/user-menu-list.tsx",
  "src/web/features/accounts/guest-logout.tsx",
  "src/web/features/splash/splash-show.tsx",
  "src/web/app/shell/theme-menu.tsx",
  "src/web/ui/toast-view.tsx",
];

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[]; assets?: string[] };

/** Tells the service worker which of the built files to keep. */
function offlineFiles(): Plugin {
  const id = "virtual:offline-files";
  return {
    name: "offline-files",
    applyToEnvironment: ({ name }) => name === "worker",
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return undefined;
      const manifest = JSON.parse(await readFile("dist/client/.vite/manifest.json", "utf8")) as Record<string, Chunk>;
      const files = new Set<string>();
      const add = (name: string) => {
        const chunk = manifest[name];
        if (!chunk) throw new Error(`The build has no file for ${name}. Correct offlineParts in vite.config.ts.`);
        if (files.has(`/${chunk.file}`)) return;
        const fonts = (chunk.assets ?? []).filter((file) => /-(?:first|rest)-[^/]*\.woff2$/.test(file));
        for (const file of [chunk.file, ...(chunk.css ?? []), ...fonts]) files.add(`/${file}`);
        chunk.imports?.forEach(add);
      };
      const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
      for (const name of [...entries, ...offlineParts]) add(name);
      const build = hash("sha256", webFingerprint()).slice(0, 12);
      return `export const build = ${JSON.stringify(build)}; export const files = ${JSON.stringify([...files])};`;
    },
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
    applyToEnvironment: ({ name }) => name === "client" || name === "worker",
    async writeBundle({ dir = "dist/client" }, bundle) {
      const all = this.environment.name === "client" ? await readdir(dir, { recursive: true }) : Object.keys(bundle);
      const files = all.filter((file) => worthCompressing.test(file) && !file.startsWith(".vite"));
      for (const file of files) {
        const bytes = await readFile(join(dir, file));
        if (bytes.length < 500) continue;
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
