import { clsx } from "clsx";
import { X } from "lucide-react";
import { Toast } from "radix-ui";
import { dismissToast, type ToastMessage, type ToastTone } from "./toast.ts";

const stripes: Record<ToastTone, string> = { plain: "border-l-gold", good: "border-l-sea", bad: "border-l-hibiscus" };

/** Loads with the first toast or when the browser is idle; see Toaster. */
export function ToastView({ message }: { message: ToastMessage | undefined }) {
  return (
    <Toast.Provider swipeDirection="up" label="Notification">
      {message && (
        <Toast.Root
          key={message.id}
          type={message.tone === "bad" ? "foreground" : "background"}
          duration={message.durationMs}
          onOpenChange={(open) => !open && dismissToast(message.id)}
          className={clsx(
            "flex animate-rise items-start gap-3 rounded-md border border-l-4 border-line bg-raised p-4 shadow-lift data-[swipe=move]:translate-y-(--radix-toast-swipe-move-y)",
            stripes[message.tone],
          )}
        >
          <div className="flex-1">
            <Toast.Title className="font-semibold">{message.title}</Toast.Title>
            {message.description && (
              <Toast.Description className="text-sm text-muted">{message.description}</Toast.Description>
            )}
          </div>
          {message.action && (
            <Toast.Action
              altText={message.action.label}
              onClick={message.action.onPress}
              className="min-h-9 rounded-sm px-2 font-semibold text-gilt underline underline-offset-4"
            >
              {message.action.label}
            </Toast.Action>
          )}
          <Toast.Close aria-label="Dismiss" className="-m-2 grid size-11 place-items-center text-muted hover:text-ink">
            <X className="size-4" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport className="fixed inset-x-4 top-3 z-[60] mx-auto max-w-md focus:outline-none md:top-auto md:right-6 md:bottom-6 md:left-auto md:mx-0 md:w-96" />
    </Toast.Provider>
  );
}
