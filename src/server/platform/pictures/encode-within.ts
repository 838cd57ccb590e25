/** Encodes at the first quality, best first, whose result is small enough; at the last one whatever its size. */
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
