import { SunMoon } from "lucide-react";
import { buttonStyle } from "#web/ui/button-style.ts";
import { LazyMenu } from "#web/ui/lazy-menu.tsx";

const loadMenu = () => import("./theme-menu.tsx").then((module) => module.ThemeMenu);

export function ThemeSwitcher() {
  return (
    <LazyMenu
      load={loadMenu}
      trigger={
        <button type="button" aria-label="Theme" aria-haspopup="menu" className={buttonStyle("quiet", "icon")}>
          <SunMoon className="size-5" />
        </button>
      }
    />
  );
}
