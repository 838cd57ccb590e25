import { randomBytes } from "node:crypto";
import type { Files } from "#server/platform/files/files.ts";
import type { AvatarPictures } from "./picture.ts";

const address = "/media/";

/** The URL of the large picture that belongs to a small one. */
export const largeAvatar = (avatar: string) => avatar.replace(/-96\.webp$/, "-512.webp");

/**
 * Stores both sizes under a random name, so that a new picture is never confused with the old one and nobody can guess
 * names.
 *
 * @returns the URL of the small one
 * @throws AppError `storage_full` | `unavailable`
 */
export async function keepAvatar({ shown }: Files, { large, small }: AvatarPictures): Promise<string> {
  const name = `avatars/${randomBytes(16).toString("hex")}`;
  await shown.put(`${name}-512.webp`, large);
  await shown.put(`${name}-96.webp`, small);
  return `${address}${name}-96.webp`;
}

/** Removes both sizes of a profile picture; other files and missing ones are ignored. */
export async function discardAvatar({ shown }: Files, avatar: string | null): Promise<void> {
  if (avatar === null || !/^\/media\/avatars\/[0-9a-f]{32}-96\.webp$/.test(avatar)) return;
  for (const file of [avatar, largeAvatar(avatar)]) await shown.remove(file.slice(address.length));
}
