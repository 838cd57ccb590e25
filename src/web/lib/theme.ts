import { readStorage, writeStorage, storageKeys } from "./safe-storage.ts";

export type ThemePreference = "light" | "dark" | "system";

/** Dark by default: the brand is a night out. The inline script in the document head applies the same rule. */
const defaultTheme: ThemePreference = "dark";

export function readTheme(): ThemePreference {
  const saved = readStorage(storageKeys.theme);
  return saved === "light" || saved === "dark" || saved === "system" ? saved : defaultTheme;
}

export function applyTheme(preference: ThemePreference): void {
  const dark = preference === "dark" || (preference === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", dark ? "#0c0a08" : "#f3ebdb");
}

export function chooseTheme(preference: ThemePreference): void {
  writeStorage(storageKeys.theme, preference);
  applyTheme(preference);
}

/** Runs in the head before first paint, so that the page never flashes the wrong theme. The CSP has its hash. */
export const themeScript = `try{var p=localStorage.getItem(${JSON.stringify(storageKeys.theme)})}catch(e){}if(p==="light"||p==="system"&&!matchMedia("(prefers-color-scheme: dark)").matches)document.documentElement.dataset.theme="light"`;
