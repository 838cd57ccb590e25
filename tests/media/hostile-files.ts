import { deflateSync, crc32 } from "node:zlib";
import sharp from "sharp";

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, "latin1");
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])), 0);
  return Buffer.concat([head, data, tail]);
}

/** A black PNG with one bit per pixel: a tiny file with a huge image. */
export function pngBomb(width: number, height: number, { withData = true } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = withData ? deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height)) : Buffer.alloc(0);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

/** A flat WebP of 52 million pixels in a few kilobytes. */
const webpBomb = () =>
  sharp({ create: { width: 7200, height: 7200, channels: 3, background: "#000" }, limitInputPixels: false })
    .webp({ lossless: true, effort: 0 })
    .toBuffer();

export const markup = "<script>alert(document.domain)</script>";

/** A JPEG that is also a page and an archive: markup in a comment and after its end, then a ZIP. */
export async function polyglot(): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#246" } })
    .jpeg()
    .toBuffer();
  const comment = Buffer.from(`<!--${markup}`);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(comment.length + 2, 0);
  const zip = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), Buffer.alloc(26), Buffer.from("evil.html")]);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe]),
    length,
    comment,
    jpeg.subarray(2),
    Buffer.from(markup),
    zip,
  ]);
}

export const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300">${markup}</svg>`);

/** Files that aren't valid images, each with the expected status or refusal. */
export async function notPictures(): Promise<[string, Buffer, number | string][]> {
  const good = await sharp({ create: { width: 320, height: 320, channels: 3, background: "#a52" } })
    .jpeg()
    .toBuffer();
  const tiff = await sharp(good).tiff().toBuffer();
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic"), Buffer.alloc(80)]);
  return [
    ["an empty file", Buffer.alloc(0), 400],
    ["an SVG with a script, named as an image", svg, 415],
    ["a page", Buffer.from(`<!doctype html>${markup}`), 415],
    ["an archive", Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), Buffer.alloc(200)]), 415],
    ["a document", Buffer.from("%PDF-1.7\n1 0 obj"), 415],
    ["a program", Buffer.concat([Buffer.from("\x7fELF", "latin1"), Buffer.alloc(200)]), 415],
    ["an image format that browsers don't show", tiff, 415],
    ["an iPhone's own format", heic, 415],
    ["an image after a stray byte", Buffer.concat([Buffer.from(" "), good]), 415],
    ["an SVG after another format's signature", Buffer.concat([Buffer.from("GIF89a"), svg]), "unreadable"],
    ["only a signature", Buffer.from("\xff\xd8\xff\xe0", "latin1"), "unreadable"],
    ["a truncated image", good.subarray(0, good.length >> 1), "unreadable"],
    ["a flat image of 900 million pixels in 110 kB", pngBomb(30_000, 30_000), "too_many_pixels"],
    ["a header that promises 3.6 billion pixels", pngBomb(60_000, 60_000, { withData: false }), "too_many_pixels"],
    ["a flat WebP of 52 million pixels", await webpBomb(), "too_many_pixels"],
    ["one pixel too many", pngBomb(50_000, 1001), "too_many_pixels"],
    ["a line", pngBomb(5000, 2), "too_small"],
    ["a PNG without its pixels", pngBomb(300, 300, { withData: false }), "unreadable"],
  ];
}
