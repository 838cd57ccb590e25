import { inlineJson, nonceId, type PageState, stateId } from "./page-state.ts";
import type { Assets } from "./render-types.ts";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { lateStartScript } from "#web/lib/late-start.ts";
import { splashScript } from "#web/lib/splash.ts";
import { themeScript } from "#web/lib/theme.ts";

type DocumentParts = {
  head: string;
  body: string;
  state: PageState;
  assets: Assets;
  /** The page's files, whose scripts are preloaded. */
  pageIds: string[];
  noncePlaceholder: string;
};

const preloadFont = (href: string) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`;
const stylesheet = (href: string) => `<link rel="stylesheet" href="${href}">`;

const icons = `<link rel="icon" href="/brand/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/brand/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest">`;

/** Pages can be read without scripts, but hardly anything can be done. */
const needsScripts =
  '<noscript><p class="border-b border-line bg-raised px-4 py-3 text-center">Turn on JavaScript in your browser to buy tickets or sign in.</p></noscript>';

/** The document around the app. The nonce comes last, so that the server can insert it without touching the rest. */
export function documentHtml({ head, body, state, assets, pageIds, noncePlaceholder }: DocumentParts): string {
  const pageScripts = new Set(pageIds.flatMap((id) => assets.pageScripts[id] ?? []));
  const scripts = [assets.entry, ...assets.scripts, ...pageScripts];
  return [
    `<!doctype html><html lang="en" data-theme="dark"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">`,
    `<script>${headScript}</script>`,
    assets.devHead ?? "",
    assets.styles.map(stylesheet).join(""),
    assets.fonts.map(preloadFont).join(""),
    head,
    `<meta name="theme-color" content="#0c0a08">`,
    icons,
    `<meta name="scripts" content="${scripts.join(" ")}">`,
    `</head><body>${needsScripts}<div id="root">${body}</div>`,
    `<script type="application/json" id="${stateId}">${inlineJson(state)}</script>`,
    `<script type="application/json" id="${nonceId}">"${noncePlaceholder}"</script></body></html>`,
  ].join("");
}

const appOpens = '<div id="app"';

/**
 * Renders everything before it sends the first byte, so that the HTML has no streaming scripts (the CSP would block
 * them). React puts head elements (title, meta, preloads) before the app's first element. This function separates the
 * two.
 */
export function renderToText(
  node: ReactNode,
  onError: (error: unknown) => void,
): Promise<{ head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const { sink, text } = textSink();
    let isReady = false;
    const stream = renderToPipeableStream(node, {
      // Larger than any page. Otherwise React would send big parts late and move them into place by script.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onShellError: reject,
      onError,
      onAllReady() {
        // React 19.2 calls this twice if the last part to finish was suspended: first from within, before it is done.
        if (isReady) return;
        isReady = true;
        queueMicrotask(() => {
          stream.pipe(sink as never);
          const html = text();
          const start = html.indexOf(appOpens);
          if (start < 0) reject(new Error("The rendered page has no app element"));
          else resolve({ head: html.slice(0, start), body: html.slice(start) });
        });
      },
    });
  });
}

/** The few methods of a Node stream that React uses. All content is ready, so pipe() writes it before it returns. */
function textSink() {
  const decoder = new TextDecoder();
  let html = "";
  const sink = {
    write(chunk: Uint8Array | string) {
      html += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
      return true;
    },
    end() {},
    on() {
      return sink;
    },
  };
  return { sink, text: () => html + decoder.decode() };
}

/** The only inline script in the document's head. Its hash is in the page's CSP. */
export const headScript = `${themeScript};${splashScript};${lateStartScript}`;
