import type { FastifyInstance } from "fastify";
import type { PagesConfig } from "../pages.ts";
import { ownAddress } from "#server/platform/http/limits.ts";
import type { Web } from "./build.ts";
import { nonceMark } from "./sealed-page.ts";

/** An answer of our own API: parsed for the renderer, and as text so that two answers can be compared. */
export type Reading = { status: number; body: unknown; text: string };

type Visitor = { cookie?: string | undefined; remoteAddress?: string };
type Render = { url: string; fetchJson: (path: string) => Promise<Reading>; hasSession: boolean };

/** Reads the API in memory, without the network, and renders pages from what it answers. */
export function pageReader(app: FastifyInstance, config: PagesConfig, web: Web) {
  async function read(path: string, { cookie, remoteAddress }: Visitor = {}): Promise<Reading> {
    const answer = await app.inject({
      method: "GET",
      url: path,
      headers: { accept: "application/json", ...(cookie ? { cookie } : {}) },
      remoteAddress: remoteAddress ?? ownAddress,
    });
    const text = answer.payload;
    return { status: answer.statusCode, body: parse(text), text };
  }

  const renderWith = ({ url, fetchJson, hasSession }: Render) =>
    web.render({
      url,
      fetchJson,
      hasSession,
      baseUrl: config.baseUrl,
      payments: config.payments,
      assets: web.assets,
      noncePlaceholder: nonceMark,
      reportError: (error) => app.log.error({ err: error, page: url.split("?", 1)[0] }, "a page failed"),
    });

  return { read, renderWith };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
