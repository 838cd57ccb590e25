/** How far this browser keeps what is stored. */
export type StorageSpace = {
  /** The browser doesn't remove it by itself when the phone runs low on space. */
  isPersistent: boolean;
  isFull: boolean;
};

/** What fifty thousand tickets take, twice: old chunks stay until the new ones are written. */
const neededBytes = 10 * 1024 * 1024;

/** Asks the browser to keep what is stored, and whether there is room. A browser that doesn't say has room. */
export async function prepareStorage(storage: StorageManager | undefined = navigator.storage): Promise<StorageSpace> {
  const isPersistent = ((await storage?.persisted?.()) || (await storage?.persist?.())) ?? false;
  const { quota, usage = 0 } = (await storage?.estimate?.()) ?? {};
  return { isPersistent, isFull: quota !== undefined && quota - usage < neededBytes };
}
