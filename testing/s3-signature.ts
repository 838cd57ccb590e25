import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Whether a request carries the signature that S3 requires (AWS Signature Version 4), computed by our own code. */
export function isSigned({ method, url = "", headers }: IncomingMessage, secretKey: string): boolean {
  const parts = /Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})/.exec(headers.authorization ?? "");
  if (parts === null) return false;
  const [, credential = "", names = "", signature] = parts;
  const [, day = "", region = "", service = "", end = ""] = credential.split("/");
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
  const lines = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const content = String(headers["x-amz-content-sha256"]);
  const canonical = [method, pathname, query, lines.join(""), names, content].join("\n");
  const digest = createHash("sha256").update(canonical).digest("hex");
  const toSign = ["AWS4-HMAC-SHA256", headers["x-amz-date"], `${day}/${region}/${service}/${end}`, digest].join("\n");
  const key = [region, service, end].reduce<Buffer>(hmac, hmac(`AWS4${secretKey}`, day));
  return hmac(key, toSign).toString("hex") === signature;
}
