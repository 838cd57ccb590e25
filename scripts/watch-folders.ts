import { existsSync, readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";

/**
 * Calls back with the path of each change below the given folders, including new folders.
 *
 * Watches each folder separately: on Linux, Node's recursive watch loses a file when an editor saves it by renaming.
 */
export function watchFolders(folders: string[], onChange: (path: string) => void) {
  const watched = new Set<string>();
  const add = (folder: string) => {
    if (watched.has(folder)) return;
    watched.add(folder);
    const watcher = watch(folder, (_, name) => {
      if (name === null) return;
      const path = join(folder, name);
      if (isFolder(path)) addAll(path);
      onChange(path);
    });
    watcher.on("error", () => watched.delete(folder));
    watcher.on("close", () => watched.delete(folder));
  };
  const addAll = (folder: string) => {
    add(folder);
    for (const name of readdirSync(folder)) if (isFolder(join(folder, name))) addAll(join(folder, name));
  };
  folders.filter((folder) => existsSync(folder)).forEach(addAll);
}

function isFolder(path: string) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
