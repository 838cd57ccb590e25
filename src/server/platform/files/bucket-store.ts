import { createWriteStream, openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import { AppError } from "../app-error.ts";
import { type StoredFile, type ServedFile, type ServingStore, type Wishes, asStorageRefusal } from "./folder-store.ts";
import { untilClosed } from "./receive-file.ts";

const letters: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'" };
const plain = (text: string) => text.replace(/&(?:amp|lt|gt|quot|apos);/g, (sign) => letters[sign]!);
const valueOf = (xml: string, tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];

/** Reads one page of a bucket's ListObjectsV2 response; `next` requests the next page. */
export function readListing(xml: string): { files: StoredFile[]; next: string | undefined } {
  const files: StoredFile[] = [];
  for (const [, entry = ""] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const [name, changedAt] = [valueOf(entry, "Key"), valueOf(entry, "LastModified")];
    if (name !== undefined && changedAt !== undefined)
      files.push({ name: plain(name), changedAt: new Date(changedAt) });
  }
  const token = valueOf(xml, "NextContinuationToken");
  return { files, next: token === undefined ? undefined : plain(token) };
}

/** An S3-compatible bucket and its access key. */
export interface BucketSettings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** How long the bucket may take to respond, and between two chunks of a file. */
export interface BucketPatience {
  answerMs: number;
  idleMs: number;
}

const usualPatience: BucketPatience = { answerMs: 10_000, idleMs: 10_000 };

/** Headers of a bucket's response that are passed to browsers. */
const passedOn = ["content-length", "content-range", "etag", "last-modified", "accept-ranges"];
const isAboutCopy = (header: string) => !header.startsWith("content-");

/** True for a browser that has any copy. Stores differ about that, so they aren't asked. */
const isAnyKnown = (wishes: Wishes) => wishes["if-none-match"]?.trim() === "*";

function headersFor(wishes: Wishes): Headers {
  const headers = new Headers();
  for (const [header, value] of Object.entries(wishes)) if (value !== undefined) headers.set(header, value);
  if (isAnyKnown(wishes)) headers.delete("if-none-match");
  return headers;
}

async function toServed(answer: Response, isKnown: boolean, idleMs: number): Promise<ServedFile> {
  const shown = passedOn.flatMap((header): [string, string][] => {
    const value = answer.headers.get(header);
    return value === null ? [] : [[header, value]];
  });
  if (isKnown && answer.ok) {
    await answer.body?.cancel();
    return { status: 304, headers: Object.fromEntries(shown.filter(([header]) => isAboutCopy(header))), body: null };
  }
  const body = answer.body === null ? null : withIdleLimit(answer.body, idleMs);
  return { status: answer.status as ServedFile["status"], headers: Object.fromEntries(shown), body };
}

/**
 * Stores files in a bucket of any S3-compatible store, under `prefix`. URLs name the bucket in the path, which all
 * stores understand. Nothing is retried here: the caller knows whether that makes sense.
 */
export function createBucketStore(
  settings: BucketSettings,
  prefix: string,
  patience: BucketPatience = usualPatience,
): ServingStore {
  const client = new AwsClient({
    accessKeyId: settings.accessKey,
    secretAccessKey: settings.secretKey,
    region: settings.region,
    service: "s3",
    retries: 0,
  });
  const root = `${settings.endpoint.replace(/\/+$/, "")}/${settings.bucket}`;

  /** @throws AppError `unavailable` if no response comes in time, or the bucket itself fails */
  async function ask(method: string, address: string, init: RequestInit = {}): Promise<Response> {
    const impatience = new AbortController();
    const timer = setTimeout(() => impatience.abort(), patience.answerMs);
    // Node holds a signed request only by weak references. Once it's collected, the signal no longer reaches the call.
    const late = new Promise<never>((_, reject) => {
      impatience.signal.addEventListener("abort", () => reject(new Error("No response in time")));
    });
    try {
      const pending = client.fetch(address, { ...init, method, signal: impatience.signal });
      const answer = await Promise.race([pending, late]);
      if (answer.ok || [304, 404, 416].includes(answer.status)) return answer;
      const words = await answer.text().catch(() => "");
      throw refusalOf(`${method} answered ${answer.status}: ${words.slice(0, 300)}`);
    } catch (error) {
      throw error instanceof AppError ? error : refusalOf(error);
    } finally {
      clearTimeout(timer);
    }
  }

  const addressOf = (name: string) => `${root}/${prefix}${name}`;

  async function open(name: string, wishes: Wishes): Promise<ServedFile | undefined> {
    const answer = await ask("GET", addressOf(name), { headers: headersFor(wishes) });
    if (answer.status === 404) return void (await answer.body?.cancel());
    if (answer.status !== 416) return toServed(answer, isAnyKnown(wishes), patience.idleMs);
    // Not every store says how long the file is, and what it sends is a text of its own.
    await answer.body?.cancel();
    const size = (await ask("HEAD", addressOf(name))).headers.get("content-length");
    return { status: 416, headers: { "content-range": `bytes */${size}` }, body: null };
  }

  async function* list(): AsyncIterable<StoredFile> {
    let next: string | undefined;
    do {
      const query = new URLSearchParams({ "list-type": "2", prefix });
      if (next !== undefined) query.set("continuation-token", next);
      const answer = await ask("GET", `${root}?${query.toString()}`);
      const page = readListing(await answer.text());
      for (const { name, changedAt } of page.files) yield { name: name.slice(prefix.length), changedAt };
      next = page.next;
    } while (next !== undefined);
  }

  return {
    open,
    list,
    async put(name, content) {
      // A Blob of a file is read in chunks while it's sent, and its length is known in advance.
      const body = Buffer.isBuffer(content) ? new Blob([new Uint8Array(content)]) : await openAsBlob(content.path);
      await finish(await ask("PUT", addressOf(name), { body }));
    },
    async copyTo(name, path) {
      const found = await open(name, {});
      if (!found?.body) return false;
      const file = createWriteStream(path);
      await pipeline(Readable.fromWeb(found.body as NodeStream), file).catch(async (error: unknown) => {
        await untilClosed(file);
        const refusal = asStorageRefusal(error);
        throw refusal instanceof AppError ? refusal : refusalOf(error);
      });
      return true;
    },
    async remove(name) {
      await finish(await ask("DELETE", addressOf(name)));
    },
  };
}

const refusalOf = (cause: unknown) =>
  new AppError("unavailable", {
    message: "File storage isn't responding. Please try again.",
    retryAfterSeconds: 5,
    cause,
  });

async function finish(answer: Response): Promise<void> {
  await answer.body?.cancel();
}

/**
 * Ends a stream with an error if nothing arrives for this long: a stalled source must not tie up a browser and a
 * socket.
 */
function withIdleLimit(source: ReadableStream<Uint8Array>, idleMs: number): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      let timer: NodeJS.Timeout | undefined;
      const idle = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error("the file's source stalled")), idleMs);
      });
      try {
        const { done, value } = await Promise.race([reader.read(), idle]);
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error);
        await reader.cancel(error).catch(() => undefined);
      } finally {
        clearTimeout(timer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
