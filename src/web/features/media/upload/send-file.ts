import { CallError, identityHeaders } from "#web/lib/call.ts";

/** An upload in progress. */
export type Sending<Reply> = { reply: Promise<{ status: number; body: Reply }>; cancel: () => void };

/**
 * Sends a file as the body of a POST and reports upload progress, which fetch cannot do.
 *
 * The reply rejects with CallError when the server refuses it, with TypeError when the network fails, and never
 * settles after `cancel`.
 */
export function sendFile<Reply>(path: string, file: Blob, onProgress: (part: number) => void): Sending<Reply> {
  const request = new XMLHttpRequest();
  const reply = new Promise<{ status: number; body: Reply }>((resolve, reject) => {
    request.open("POST", path);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(identityHeaders())) request.setRequestHeader(name, value);
    // The server checks the bytes; a content type that it does not know must not block the upload.
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      if (request.status < 200 || request.status > 299) {
        return reject(new CallError(request.status, request.responseText || request.statusText));
      }
      resolve({ status: request.status, body: JSON.parse(request.responseText) as Reply });
    });
    request.addEventListener("error", () => reject(new TypeError("The upload was interrupted")));
    request.send(file);
  });
  return { reply, cancel: () => request.abort() };
}
