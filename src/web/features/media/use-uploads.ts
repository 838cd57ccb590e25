import type { LibraryPicture } from "#contract/media.ts";
import { apiPath, callApi } from "#web/lib/api.ts";
import { useFileUploads } from "./file-uploads.ts";
import { useRefreshPictures } from "./queries.ts";

/**
 * Uploads files to the library, two at a time, and polls each until it is ready.
 *
 * @param onReady called with each image that is ready
 * @param path where files go; the path of an image replaces its file
 */
export function useUploads(onReady?: (picture: LibraryPicture) => void, path = apiPath("POST /api/admin/pictures")) {
  const refresh = useRefreshPictures();
  return useFileUploads<LibraryPicture>({ path, read, onReady, onChange: () => void refresh() });
}

/** Reads an image; a replacement is read through the image that it replaces: its own row goes. */
async function read(picture: LibraryPicture): Promise<LibraryPicture> {
  const { id, replacesId } = picture;
  const now = await callApi("GET /api/admin/pictures/{id}", { params: { id: replacesId ?? id } });
  return replacesId !== null && now.replacement?.id === id ? { ...picture, ...now.replacement } : now;
}
