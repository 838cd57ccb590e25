import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { BucketSettings } from "#server/platform/files/bucket-store.ts";
import { lastingPort } from "./lasting-port.ts";

export type BucketServer = Awaited<ReturnType<typeof startBucketServer>>;

/** An S3-compatible server with one empty bucket, on its own port. Its contents survive a stop and restart. */
export async function startBucketServer() {
  const directory = await mkdtemp(join(tmpdir(), "bucket-"));
  const options = {
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "pictures", configs: [] }],
  };
  const port = await lastingPort();
  let server = new S3rver({ ...options, port });
  await server.run();
  const bucket: BucketSettings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: "pictures",
    region: "us-east-1",
    accessKey: "S3RVER",
    secretKey: "S3RVER",
  };
  return {
    directory,
    bucket,
    /** The same values as a site's settings. */
    settings: {
      S3_ENDPOINT: bucket.endpoint,
      S3_BUCKET: bucket.bucket,
      S3_ACCESS_KEY: bucket.accessKey,
      S3_SECRET_KEY: bucket.secretKey,
    },
    stop: () => server.close(),
    async start() {
      server = new S3rver({ ...options, port });
      await server.run();
    },
    async close() {
      await server.close().catch(() => undefined);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
