import { Bell } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const BackInStockForm = lazyPart("The form", async () => (await import("./back-in-stock-form.tsx")).BackInStockForm);

/** Offers one email when a variant can be bought again. Starts as one button; the form loads when it is pressed. */
export function BackInStock({ variantId, name }: { variantId: number; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const offer = (isLoading: boolean) => (
    <Button
      size="lg"
      variant="outline"
      loading={isLoading}
      className="w-full whitespace-normal!"
      onClick={() => setOpen(true)}
    >
      <Bell className="size-5" /> Email me when it's back
    </Button>
  );
  if (!isOpen) return offer(false);
  return (
    <Suspense fallback={offer(true)}>
      <BackInStockForm variantId={variantId} name={name} />
    </Suspense>
  );
}
