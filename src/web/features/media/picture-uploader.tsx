import { Uploader } from "#web/ui/uploader.tsx";
import type { Uploads } from "./upload/use-uploads.ts";

const types = "image/png,image/jpeg,image/webp,image/avif,image/gif,image/heic,image/heif";

export type PictureUploaderProps = { uploads: Uploads; title: string; multiple?: boolean; compact?: boolean };

/** The uploader for pictures: what it takes, in words and for the file chooser. */
export function PictureUploader({ uploads, title, multiple = true, compact = false }: PictureUploaderProps) {
  return (
    <Uploader
      title={title}
      hint={`Drop ${multiple ? "files" : "it"} here or choose. JPEG, PNG, WebP, AVIF or GIF, up to 25 MB; what the camera wrote into a file is removed.`}
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
