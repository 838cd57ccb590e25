import type { FastifyInstance } from "fastify";
import type { PagesConfig, PagesOptions } from "../pages.ts";
import { ownAddress } from "#server/platform/http/limits.ts";
import type { Web } from "./build.ts";
import { nonceMark } from "./prepared-page.ts";

/** A response of our own API: parsed for the renderer, and as text so that two responses can be compared. */
export type Reading = { status: number; body: unknown; text: string };

type Visitor = { cookie?: string | undefined; remoteAddress?: string };
type Render = { url: string; fetchJson: (path: string) => Promise<Reading>; hasSession: boolean };

/** Reads the API in memory, without the network, and renders pages from the responses. */
export function pageReader(
  app: FastifyInstance,
  config: PagesConfig,
  web: Web,
  { release, noteError }: Pick<PagesOptions, "release" | "noteError">,
) {
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
      measurementId: config.gaMeasurementId ?? null,
      identityProvider: offered(config.identityProvider),
      release,
      assets: web.assets,
      noncePlaceholder: nonceMark,
      reportError(error) {
        const page = url.split("?", 1)[0]!;
        app.log.error({ err: error, page }, "a page failed to render");
        noteError?.(error, page);
      },
    });

  return { read, renderWith };
}

/** The service as browsers need it. Without a web API key it isn't offered there. */
export function offered(provider: PagesConfig["identityProvider"]): { projectId: string; apiKey: string } | null {
  return provider?.apiKey === undefined ? null : { projectId: provider.projectId, apiKey: provider.apiKey };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
