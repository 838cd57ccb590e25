import { cloneElement, type ComponentType, type ReactElement, useState } from "react";
import { toastMissing } from "./lazy-part.tsx";

export type LazyMenuProps = { trigger: ReactElement; open: boolean; onOpenChange: (open: boolean) => void };

type Handlers = { onClick?: () => void; onPointerEnter?: () => void; onFocus?: () => void };

/**
 * A menu that loads when someone points at it or focuses it. Until then its trigger is a plain button that looks the
 * same. The first press opens the menu as soon as it has loaded.
 */
export function LazyMenu({
  trigger,
  load,
}: {
  trigger: ReactElement<Handlers>;
  load: () => Promise<ComponentType<LazyMenuProps>>;
}) {
  const [open, setOpen] = useState(false);
  const [Menu, setMenu] = useState<ComponentType<LazyMenuProps>>();

  const fetchAhead = () => void load().catch(() => undefined);

  async function openFirst() {
    const Loaded = await load();
    setMenu(() => Loaded);
    setOpen(true);
  }

  if (Menu) return <Menu trigger={trigger} open={open} onOpenChange={setOpen} />;
  return cloneElement(trigger, {
    onClick: () => void openFirst().catch((error: unknown) => toastMissing("The menu", error)),
    onPointerEnter: fetchAhead,
    onFocus: fetchAhead,
  });
}
