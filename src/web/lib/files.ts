import type { NameOf, ReplyOf } from "#contract/calls.ts";
import type { PathInput } from "./api.ts";
import { pathOf } from "./paths.ts";
import { CallError, identityHeaders } from "./call.ts";

export type SendOptions = { signal: AbortSignal; onProgress: (part: number) => void };

/**
 * Sends a file as the body of a POST and reports upload progress, which fetch cannot do.
 *
 * The reply rejects with CallError when the server refuses it, with TypeError when the network fails, and never
 * settles after the signal aborts.
 *
 * @param onProgress called with the uploaded share, 0 to 1
 */
export function sendFile<Name extends NameOf<"POST">>(
  name: Name,
  at: PathInput<Name>,
  file: Blob,
  { signal, onProgress }: SendOptions,
) {
  return new Promise<{ status: number; reply: ReplyOf<Name> }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", pathOf(name, at));
    request.withCredentials = true;
    for (const [header, value] of Object.entries(identityHeaders())) request.setRequestHeader(header, value);
    // The server checks the bytes; a content type that it does not know must not block the upload.
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      if (request.status < 200 || request.status > 299) {
        return reject(new CallError(request.status, request.responseText || request.statusText));
      }
      resolve({ status: request.status, reply: JSON.parse(request.responseText) as ReplyOf<Name> });
    });
    request.addEventListener("error", () => reject(new TypeError("The upload was interrupted")));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

/** Saves a file that the page has made, as if the visitor had followed a download link. */
export function saveFile(content: Blob, name: string): void {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
