import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { chooseTheme, readTheme, type ThemePreference } from "#web/lib/theme.ts";
import type { LazyMenuProps } from "#web/ui/lazy-menu.tsx";
import { Menu, MenuChoices } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast.ts";

const themeToastMs = 2000;

const toastTexts: Record<ThemePreference, string> = {
  light: "Light mode activated",
  dark: "Dark mode activated",
  system: "Using system preference for theme",
};

const choices = [
  {
    value: "light",
    label: (
      <>
        <Sun /> Light
      </>
    ),
  },
  {
    value: "dark",
    label: (
      <>
        <Moon /> Dark
      </>
    ),
  },
  {
    value: "system",
    label: (
      <>
        <Monitor /> System
      </>
    ),
  },
];

export function ThemeMenu({ trigger, open, onOpenChange }: LazyMenuProps) {
  const [theme, setTheme] = useState(readTheme);

  function choose(value: string) {
    const preference = value as ThemePreference;
    setTheme(preference);
    chooseTheme(preference);
    toast({ title: "Theme Changed", description: toastTexts[preference], durationMs: themeToastMs });
  }

  return (
    <Menu trigger={trigger} open={open} onOpenChange={onOpenChange}>
      <MenuChoices label="Theme" value={theme} onChange={choose} choices={choices} />
    </Menu>
  );
}
