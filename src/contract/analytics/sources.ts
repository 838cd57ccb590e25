const names: Record<string, string> = {
  "": "Direct or unknown",
  promoter: "Promoter links",
  live: "Live stream",
  email: "Email",
  x: "X",
  tiktok: "TikTok",
  duckduckgo: "DuckDuckGo",
  youtube: "YouTube",
  whatsapp: "WhatsApp",
  "(other)": "Other",
};

/** The name of a source of visitors: "instagram" is Instagram; other sites keep their own name. */
export const sourceName = (key: string): string =>
  names[key] ?? (/^[a-z]+$/.test(key) ? key[0]!.toUpperCase() + key.slice(1) : key);
