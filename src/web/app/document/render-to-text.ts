import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";

const appOpens = '<div id="app"';

/**
 * Renders everything before the first byte leaves, so that the HTML holds no streaming scripts (the CSP would refuse them).
 * React puts what belongs in the head (title, meta, preloads) in front of the app's first element; here the two part.
 */
export function renderToText(
  node: ReactNode,
  onError: (error: unknown) => void,
): Promise<{ head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const { sink, text } = textSink();
    const stream = renderToPipeableStream(node, {
      // Larger than any page: React would otherwise move big parts behind a script that puts them in place.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onShellError: reject,
      onError,
      onAllReady() {
        stream.pipe(sink);
        const html = text();
        const start = html.indexOf(appOpens);
        if (start < 0) reject(new Error("The rendered page does not hold the app element"));
        else resolve({ head: html.slice(0, start), body: html.slice(start) });
      },
    });
  });
}

/** The little of a Node stream that React writes to; everything is ready, so it is written before pipe() returns. */
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
