import { headScript } from "#web/lib/head-script.ts";
import { inlineJson, nonceId, type PageState, stateId } from "../page-state.ts";
import type { Assets } from "../render-types.ts";

export type DocumentParts = {
  head: string;
  body: string;
  state: PageState;
  assets: Assets;
  pageId: string;
  noncePlaceholder: string;
};

const preloadFont = (href: string) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`;
const stylesheet = (href: string) => `<link rel="stylesheet" href="${href}">`;

const icons = `<link rel="icon" href="/brand/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/brand/apple-touch-icon.png">`;

/** The document around the app. The nonce comes last, so that the server can insert it without touching the rest. */
export function documentHtml({ head, body, state, assets, pageId, noncePlaceholder }: DocumentParts): string {
  const scripts = [assets.entry, ...assets.scripts, ...(assets.pageScripts[pageId] ?? [])];
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
    `</head><body><div id="root">${body}</div>`,
    `<script type="application/json" id="${stateId}">${inlineJson(state)}</script>`,
    `<script type="application/json" id="${nonceId}">"${noncePlaceholder}"</script></body></html>`,
  ].join("");
}
