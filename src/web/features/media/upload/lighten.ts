/** Larger images are shrunk before upload: few connections can send 20 MB before a request times out. */
const heavyBytes = 6 * 1024 * 1024;
/** Twice what any page shows. */
const mostSide = 3000;

const isHeic = ({ type, name }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** An image's size within a square of `most`; never larger than it is. */
export function fitWithin({ width, height }: { width: number; height: number }, most: number) {
  const scale = Math.min(1, most / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Shrinks a large image in the browser, and turns an iPhone's HEIC into a JPEG where the browser can read it (Safari).
 * A file that the browser cannot read is sent as it is: the server decides.
 */
export async function lighten(file: File): Promise<Blob> {
  if (file.size < heavyBytes && !isHeic(file)) return file;
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = fitWithin(picture, mostSide);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d")!;
    context.imageSmoothingQuality = "high";
    // Transparent parts would turn black in a JPEG.
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, width, height);
    context.drawImage(picture, 0, 0, width, height);
    picture.close();
    const lighter = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
    return lighter.size < file.size || isHeic(file) ? lighter : file;
  } catch {
    return file;
  }
}
