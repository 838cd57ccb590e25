const systems: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android phone"],
  [/Mac OS X/, "Mac"],
  [/Windows/, "Windows PC"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux computer"],
];

/** The default name of a new passkey: the device that created it. */
export function deviceName(userAgent: string): string {
  return systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "Passkey";
}
