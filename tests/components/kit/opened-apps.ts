/** Functions that close the running test's apps. browser-setup, which runs for each file, calls them afterward. */
export const openedApps: (() => void)[] = [];
