import type { LibraryPicture, PictureDetail } from "#contract/media.ts";
import { callJson } from "#web/lib/call.ts";
import { useFileUploads } from "./file-uploads.ts";
import { picturePath, picturesPath, useRefreshPictures } from "./queries.ts";

/**
 * Uploads files to the library, two at a time, and polls each until it is ready.
 *
 * @param onReady called with each image that is ready
 * @param path where files go; the path of an image replaces its file
 */
export function useUploads(onReady?: (picture: LibraryPicture) => void, path = picturesPath) {
  const refresh = useRefreshPictures();
  return useFileUploads<LibraryPicture>({ path, read, onReady, onChange: () => void refresh() });
}

/** Reads an image; a replacement is read through the image that it replaces: its own row goes. */
async function read(picture: LibraryPicture): Promise<LibraryPicture> {
  const { id, replacesId } = picture;
  const now = await callJson<PictureDetail>("GET", picturePath(replacesId ?? id));
  return replacesId !== null && now.replacement?.id === id ? { ...picture, ...now.replacement } : now;
}
