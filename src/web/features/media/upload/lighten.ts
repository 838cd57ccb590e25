/** From this size on a picture is made smaller before it goes out: few lines carry 20 MB before a request runs out of time. */
const heavyBytes = 6 * 1024 * 1024;
/** Twice what any page shows. */
const mostSide = 3000;

const isHeic = ({ type, name }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** How large a picture becomes within a square of `most`; never larger than it is. */
export function fitWithin({ width, height }: { width: number; height: number }, most: number) {
  const scale = Math.min(1, most / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Makes a heavy picture lighter in the browser, and an iPhone's HEIC a JPEG where the browser can read it (Safari). What
 * the browser cannot read goes out as it is: the server says what it thinks of it.
 */
export async function lighten(file: File): Promise<Blob> {
  if (file.size < heavyBytes && !isHeic(file)) return file;
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = fitWithin(picture, mostSide);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d")!;
    context.imageSmoothingQuality = "high";
    // See-through parts would turn black on their way to JPEG.
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
