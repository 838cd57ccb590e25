import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { AppError } from "../app-error.ts";
import { Html, html } from "../html.ts";

const style = `
:root{color-scheme:light dark;--page:#f3ebdb;--ink:#17130d;--muted:#5f5645;--edge:#8a7c62;--gilt:#735008}
@media(prefers-color-scheme:dark){:root{--page:#0c0a08;--ink:#f4ecdc;--muted:#b5a992;--edge:#85775f;--gilt:#d5ae57}}
*{box-sizing:border-box}body{margin:0;min-height:100dvh;display:grid;align-content:center;background:var(--page);color:var(--ink);font:1.0625rem/1.55 system-ui,sans-serif}
main{width:min(100%,40rem);margin:0 auto;padding:2rem 1.25rem}
.brand{margin:0 0 1rem;color:var(--gilt);font-size:.8125rem;font-weight:700;letter-spacing:.14em;text-transform:uppercase}
h1{margin:0 0 1rem;font-size:clamp(2.25rem,8vw,3.75rem);font-weight:800;line-height:1;letter-spacing:-.02em;text-wrap:balance}
p{margin:0 0 .5rem;color:var(--muted)}.says{color:var(--ink)}
nav{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.75rem}
a{display:inline-grid;place-content:center;min-height:3rem;padding:0 1.25rem;border:1px solid var(--edge);border-radius:.375rem;color:inherit;font-weight:650;text-decoration:none}
.again{background:#c9a24b;border-color:#c9a24b;color:#17130d}a:focus-visible{outline:3px solid var(--gilt);outline-offset:3px}`;

// A whole element, so that the policy's hash covers exactly the text between its tags.
const styleElement = new Html(`<style>${style}</style>`);
const styleHash = createHash("sha256").update(style).digest("base64");

// Asks again every few seconds, each visitor at other moments, and reloads only what has come back.
const script = `(function again(){setTimeout(function(){fetch(location.href,{method:"HEAD"}).then(function(r){r.status===503?again():location.reload()},again)},4000+4000*Math.random())})()`;
const scriptElement = new Html(`<script>${script}</script>`);
const retries = `script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'; connect-src 'self'; `;

const isOutage = ({ code }: AppError) => code === "unavailable";

/**
 * Headers of the page. Its URL may contain a secret, so it's never sent as a referrer. No scripts run on it, except the
 * one that waits for the end of an outage.
 */
export const refusalHeaders = (refusal: AppError) => ({
  "content-security-policy": `default-src 'none'; ${isOutage(refusal) ? retries : ""}style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
});

/** True if a browser opens an API URL as a page of its own: a receipt, a file, a link from an email. */
export const isOpenedByPerson = (request: FastifyRequest) =>
  request.method === "GET" && request.headers["sec-fetch-dest"] === "document" && request.url.startsWith("/api/");

/** What a page says beyond the error's own message. */
function describe(refusal: AppError, requestId: string): { title: string; text: string } {
  if (isOutage(refusal)) {
    const text = "Your orders and tickets are safe. This page reloads on its own.";
    return { title: "We'll be right back", text };
  }
  if (isPassing(refusal)) {
    const text = `Nothing was lost. If this keeps happening, send us this number: ${requestId}`;
    return { title: "Not right now", text };
  }
  const text = "The link may have expired, or you may need to sign in to the account it belongs to.";
  return { title: "This page isn't available", text };
}

const isPassing = ({ status }: AppError) => status === 429 || status >= 500;

/**
 * An error page without the web app: for someone who opened a file's link in a tab, and for every page while its data
 * can't be read. It says what went wrong and where to go.
 *
 * @param address path and query of the request
 */
export function refusalPage(refusal: AppError, address: string, requestId: string): string {
  const { title, text } = describe(refusal, requestId);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} | Savage Gentlemen Lifestyle | SGX Media</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <p class="brand">Savage Gentlemen</p>
          <h1>${title}</h1>
          <p class="says">${refusal.message.replace(/[.!?]?$/, (end) => end || ".")}</p>
          <p>${text}</p>
          <nav>
            ${isPassing(refusal) && html`<a class="again" href="${address}">Try again</a>`}
            <a href="/">Go to the site</a>
          </nav>
        </main>
        ${isOutage(refusal) && scriptElement}
      </body>
    </html>`.text;
}
