import { brighten, meanLight, refocus, type Picture } from "./improve.ts";
import type { Reader } from "./reader.ts";

type FoundCode = { rawValue: string };
type Detector = { detect(source: ImageData): Promise<FoundCode[]> };
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** The Barcode Detection API, or undefined if the browser lacks it or it doesn't support QR codes. */
export async function openBrowserReader(): Promise<Reader | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return undefined;
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => []);
  if (!formats.includes("qr_code")) return undefined;

  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  const detect = async ({ data, width, height }: Picture) =>
    (await detector.detect(new ImageData(data, width, height))).map(({ rawValue }) => rawValue);
  let misses = 0;
  return {
    kind: "browser",
    async read(frame) {
      const light = meanLight(frame);
      const codes = await detect(frame);
      // A second attempt takes time on the main thread, so only every third frame gets one.
      if (codes.length > 0 || ++misses % 3 !== 0) return { codes, light };
      return { codes: await detect(light < 60 ? brighten(frame) : refocus(frame, 2)), light };
    },
  };
}
