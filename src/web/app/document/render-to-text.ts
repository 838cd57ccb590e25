import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";

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
    const stream = renderToPipeableStream(node, {
      // Larger than any page. Otherwise React would send big parts late and move them into place by script.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onShellError: reject,
      onError,
      onAllReady() {
        stream.pipe(sink);
        const html = text();
        const start = html.indexOf(appOpens);
        if (start < 0) reject(new Error("The rendered page has no app element"));
        else resolve({ head: html.slice(0, start), body: html.slice(start) });
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
