import { Uploader } from "#web/ui/uploader.tsx";
import type { Uploads } from "./upload/use-uploads.ts";

const types = "image/png,image/jpeg,image/webp,image/avif,image/gif,image/heic,image/heif";

export type PictureUploaderProps = { uploads: Uploads; title: string; multiple?: boolean; compact?: boolean };

/** The uploader for images, with its accepted types as text and for the file picker. */
export function PictureUploader({ uploads, title, multiple = true, compact = false }: PictureUploaderProps) {
  return (
    <Uploader
      title={title}
      hint={`Drop ${multiple ? "files" : "a file"} here or choose from your device. JPEG, PNG, WebP, AVIF or GIF, up to 25 MB. We remove location data.`}
      accept={types}
      multiple={multiple}
      compact={compact}
      items={uploads.items}
      onFiles={uploads.add}
      onRemove={uploads.remove}
      onRetry={uploads.retry}
    />
  );
}
