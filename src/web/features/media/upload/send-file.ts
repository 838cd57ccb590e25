import { CallError, identityHeaders } from "#web/lib/call.ts";

/** A file on its way. */
export type Sending<Reply> = { reply: Promise<{ status: number; body: Reply }>; cancel: () => void };

/**
 * Sends a file as the body of a POST and tells how much has gone out: what fetch cannot.
 *
 * The reply rejects with CallError when it is refused, with a TypeError when the network fails, and never settles
 * after `cancel`.
 */
export function sendFile<Reply>(path: string, file: Blob, onProgress: (part: number) => void): Sending<Reply> {
  const request = new XMLHttpRequest();
  const reply = new Promise<{ status: number; body: Reply }>((resolve, reject) => {
    request.open("POST", path);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(identityHeaders())) request.setRequestHeader(name, value);
    // The bytes decide what it is; a type that the server does not know must not stand in their way.
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      if (request.status < 200 || request.status > 299) {
        return reject(new CallError(request.status, request.responseText || request.statusText));
      }
      resolve({ status: request.status, body: JSON.parse(request.responseText) as Reply });
    });
    request.addEventListener("error", () => reject(new TypeError("The upload broke off")));
    request.send(file);
  });
  return { reply, cancel: () => request.abort() };
}
