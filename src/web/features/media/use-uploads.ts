import type { LibraryPicture } from "#contract/media.ts";
import { callApi } from "#web/lib/api.ts";
import { sendFile, type SendOptions } from "#web/lib/files.ts";
import { useFileUploads } from "./file-uploads.ts";
import { useRefreshPictures } from "./queries.ts";

/**
 * Uploads files to the library, two at a time, and polls each until it is ready.
 *
 * @param onReady called with each image that is ready
 * @param replacedId the image whose file is replaced; without it, each file is a new image
 */
export function useUploads(onReady?: (picture: LibraryPicture) => void, replacedId?: number) {
  const refresh = useRefreshPictures();
  const send = (fileName: string, file: Blob, options: SendOptions) =>
    replacedId === undefined
      ? sendFile("POST /api/admin/pictures", { query: { fileName } }, file, options)
      : sendFile(
          "POST /api/admin/pictures/{id}/file",
          { params: { id: replacedId }, query: { fileName } },
          file,
          options,
        );
  return useFileUploads<LibraryPicture>({ send, read, onReady, onChange: () => void refresh() });
}

/** Reads an image; a replacement is read through the image that it replaces: its own row goes. */
async function read(picture: LibraryPicture): Promise<LibraryPicture> {
  const { id, replacesId } = picture;
  const now = await callApi("GET /api/admin/pictures/{id}", { params: { id: replacesId ?? id } });
  return replacesId !== null && now.replacement?.id === id ? { ...picture, ...now.replacement } : now;
}
