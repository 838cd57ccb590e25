import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { buttonStyle } from "./button-style.ts";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
};

/** A dialog in the middle of a desk and at the bottom edge of a phone, where thumbs are. */
export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 grid animate-fade items-end overflow-y-auto bg-veil sm:place-items-center sm:p-6">
          <Radix.Content
            {...(description ? {} : { "aria-describedby": undefined })}
            className="relative w-full animate-rise rounded-t-xl border border-line bg-panel p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] shadow-lift focus:outline-none sm:max-w-md sm:rounded-xl sm:p-8"
          >
            <Radix.Title className="display pr-12 text-display-md">{title}</Radix.Title>
            {description && <Radix.Description className="mt-2 text-muted">{description}</Radix.Description>}
            <div className="mt-6">{children}</div>
            <div className="absolute top-4 right-4">
              <Radix.Close className={buttonStyle("quiet", "icon")} aria-label="Close">
                <X aria-hidden="true" className="size-5" />
              </Radix.Close>
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
