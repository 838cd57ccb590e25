import { waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { createNetwork } from "#tests/components/kit/browser-network.ts";
import type { Client, Site } from "#testing/site.ts";

/**
 * A page's network whose realtime channel is this test: the API in memory can't hold a stream open. Everything else is
 * the real API.
 */
export function networkWithChannel(site: Pick<Site, "app">, who?: Client) {
  const network = createNetwork(site.app, { token: who?.token });
  const open = new Set<{ topics: string[]; send: (message: object) => void }>();
  const positions = new Map<string, number>();
  const seqOf = (topic: string) => positions.get(topic) ?? 1000;

  network.on("GET", /^\/api\/stream\//, ({ path }) => {
    const topics = decodeURIComponent(path.slice("/api/stream/".length).split("?")[0]!).split(",");
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (message: object) =>
          controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(message)}\n\n`));
        open.add({ topics, send });
        send({ control: "positions", positions: Object.fromEntries(topics.map((topic) => [topic, seqOf(topic)])) });
      },
    });
    return new Response(body, { status: 200, headers: { "content-type": "text/event-stream" } });
  });
  const isFollowed = (topic: string) => [...open].some(({ topics }) => topics.includes(topic));
  return {
    network,
    /** Waits until the page follows a topic. It connects again first if it still has the connection of an earlier page. */
    follows: (topic: string) =>
      waitFor(() => {
        if (!isFollowed(topic)) window.dispatchEvent(new CustomEvent("sg:auth:changed", { detail: { user: null } }));
        expect(isFollowed(topic)).toBe(true);
      }),
    /** True once the page follows a topic. */
    isFollowed,
    /** Says something on a topic, as the server would. */
    send(topic: string, type: string, data: unknown): void {
      const seq = seqOf(topic) + 1;
      positions.set(topic, seq);
      for (const { topics, send } of open) if (topics.includes(topic)) send({ topic, seq, type, data });
    },
  };
}
