import { DropdownMenu as Radix } from "radix-ui";
import { type ReactNode, useSyncExternalStore } from "react";

type MenuProps = {
  trigger: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  label?: string;
  children: ReactNode;
};

const itemStyle =
  "flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-left outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-ink/8 [&>svg]:size-5 [&>svg]:text-muted";

export function Menu({ trigger, children, label, ...state }: MenuProps) {
  return (
    <Radix.Root modal={false} {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={useMainLandmark()}>
        <Radix.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-label={label}
          className="z-50 min-w-56 animate-fade rounded-md border border-line bg-raised p-1.5 shadow-lift"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Menus open inside the main landmark, so that screen reader landmarks include them. */
const useMainLandmark = () =>
  useSyncExternalStore(
    () => () => undefined,
    () => document.getElementById("main"),
    () => null,
  );

export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <Radix.Item className={itemStyle} onSelect={onSelect}>
      {children}
    </Radix.Item>
  );
}

/** A menu item that is a link: pass the Link as its only child. */
export function MenuLink({ children }: { children: ReactNode }) {
  return (
    <Radix.Item asChild className={itemStyle}>
      {children}
    </Radix.Item>
  );
}

type MenuChoicesProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  choices: { value: string; label: ReactNode }[];
};

export function MenuChoices({ label, value, onChange, choices }: MenuChoicesProps) {
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
      {choices.map((choice) => (
        <Radix.RadioItem
          key={choice.value}
          value={choice.value}
          className={`${itemStyle} data-[state=checked]:text-gilt data-[state=checked]:[&>svg]:text-gilt`}
        >
          {choice.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export const MenuHeading = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="px-3 py-2 text-sm text-muted">{children}</Radix.Label>
);

export const MenuLine = () => <Radix.Separator className="my-1.5 h-px bg-line" />;
