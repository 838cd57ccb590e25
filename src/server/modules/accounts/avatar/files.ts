import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { randomBytes } from "node:crypto";
import type { Config } from "#server/config.ts";
import type { AvatarPictures } from "./picture.ts";

/** Where avatars lie, and the address under which they are served. */
const folderOf = ({ dataDir }: Pick<Config, "dataDir">) => join(dataDir, "media", "avatars");
const address = "/media/avatars";

/** The address of the large picture that belongs to a small one. */
export const largeAvatar = (avatar: string) => avatar.replace(/-96\.webp$/, "-512.webp");

/**
 * Keeps both sizes under a random name, so that a new picture is never mistaken for the one before and nobody can guess
 * another's.
 *
 * @returns the address of the small one
 */
export async function keepAvatar(config: Config, { large, small }: AvatarPictures): Promise<string> {
  const folder = folderOf(config);
  await mkdir(folder, { recursive: true });
  const name = randomBytes(16).toString("hex");
  await writeFile(join(folder, `${name}-512.webp`), large);
  await writeFile(join(folder, `${name}-96.webp`), small);
  return `${address}/${name}-96.webp`;
}

/** Removes both sizes of a picture of ours; anything else, and what is gone already, is left alone. */
export async function discardAvatar(config: Config, avatar: string | null): Promise<void> {
  if (avatar === null || !/^\/media\/avatars\/[0-9a-f]{32}-96\.webp$/.test(avatar)) return;
  for (const file of [avatar, largeAvatar(avatar)]) await rm(join(folderOf(config), basename(file)), { force: true });
}
