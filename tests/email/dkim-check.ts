import { createHash, createPublicKey, createVerify } from "node:crypto";

const relaxed = (text: string) => text.replaceAll(/[ \t]+/g, " ");

/** A header line as the signature has it (RFC 6376, 3.4.2). */
function relaxedHeader(line: string): string {
  const colon = line.indexOf(":");
  const value = relaxed(line.slice(colon + 1).replaceAll("\r\n", "")).trim();
  return `${line.slice(0, colon).trim().toLowerCase()}:${value}`;
}

/** A body as the signature has it (RFC 6376, 3.4.4). */
function relaxedBody(body: string): string {
  const lines = body.split("\r\n").map((line) => relaxed(line).replace(/ $/, ""));
  while (lines.at(-1) === "") lines.pop();
  return lines.map((line) => `${line}\r\n`).join("");
}

const tagsOf = (value: string): Map<string, string> =>
  new Map(
    value
      .replaceAll(/\s+/g, "")
      .split(";")
      .filter(Boolean)
      .map((tag) => [tag.slice(0, tag.indexOf("=")), tag.slice(tag.indexOf("=") + 1)] as const),
  );

/** What a receiver finds when it checks an email's DKIM signature. */
export interface Verdict {
  /** The TXT record that it looks up. */
  host: string;
  isRight: boolean;
  /** The headers that the signature covers. */
  covers: string[];
}

/** Checks an email as a receiver does, with the text of the record that it finds. */
export function checkDkim(raw: string, record: string): Verdict {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = lines.find((line) => /^dkim-signature:/i.test(line));
  if (signature === undefined) throw new Error("The email has no DKIM signature");
  const tags = tagsOf(signature.slice(signature.indexOf(":") + 1));
  const covers = tags.get("h")!.split(":");
  const rest = lines.map(relaxedHeader);
  // Of several headers with one name, the last is signed first.
  const signed = covers.flatMap((name) => {
    const index = rest.findLastIndex((line) => line.startsWith(`${name.toLowerCase()}:`));
    return index < 0 ? [] : rest.splice(index, 1);
  });
  const own = relaxedHeader(signature)
    .replace(/([;\s]b=)[^;]*/, "$1")
    .trimEnd();
  const key = createPublicKey({ key: Buffer.from(tagsOf(record).get("p")!, "base64"), format: "der", type: "spki" });
  const bodyHash = createHash("sha256")
    .update(relaxedBody(raw.slice(end + 4)), "latin1")
    .digest("base64");
  const isRight =
    tags.get("a") === "rsa-sha256" &&
    tags.get("c") === "relaxed/relaxed" &&
    bodyHash === tags.get("bh") &&
    createVerify("RSA-SHA256")
      .update([...signed, own].join("\r\n"), "latin1")
      .verify(key, tags.get("b")!, "base64");
  return {
    host: `${tags.get("s")}._domainkey.${tags.get("d")}`,
    isRight,
    covers: covers.map((name) => name.toLowerCase()),
  };
}
