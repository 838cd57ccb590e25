/** Encodes at the first of some qualities, best first, whose bytes are few enough; at the last one whatever comes of it. */
export async function encodeWithin(
  mostBytes: number,
  qualities: number[],
  encode: (quality: number) => Promise<Buffer>,
): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  for (const quality of qualities) {
    bytes = await encode(quality);
    if (bytes.length <= mostBytes) break;
  }
  return bytes;
}
