/** What closes the apps of the running test. They are closed after it by browser-setup, which runs for each file anew. */
export const openedApps: (() => void)[] = [];
