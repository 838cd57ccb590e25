const systems: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android phone"],
  [/Mac OS X/, "Mac"],
  [/Windows/, "Windows PC"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux computer"],
];

/** What a new passkey is called until its owner says otherwise: the device that made it. */
export function deviceName(userAgent: string): string {
  return systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "Passkey";
}
