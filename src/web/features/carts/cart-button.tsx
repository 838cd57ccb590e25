import { useQuery } from "@tanstack/react-query";
import { ShoppingCart } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { dropStorage, readStorage, storageKeys, writeStorage } from "#web/lib/safe-storage.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { lazyDialog, whenIdle } from "#web/ui/lazy-part.tsx";
import { cartQuery, cartState, closeCart, openCart } from "./queries.ts";

const CartDrawer = lazyDialog("Your cart", async () => (await import("./cart-drawer.tsx")).CartDrawer);

const closed = {};
const key = storageKeys.cart;

/**
 * Opens the cart and shows how many units it has. Only users, and visitors whose browser knows of a cart, cause a
 * request, and only once the page is idle.
 */
export function CartButton() {
  const { isOpen } = useSyncExternalStore<{ isOpen?: boolean }>(cartState.subscribe, cartState.current, () => closed);
  const { user } = useUser();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const { data } = useQuery({ ...cartQuery(), enabled: isIdle && (user !== null || readStorage(key) !== null) });
  const count = data?.count ?? 0;
  useEffect(() => {
    if (data && count > 0) writeStorage(key, "1");
    else if (data) dropStorage(key);
  }, [data, count]);

  return (
    <>
      <button
        type="button"
        aria-label={count > 0 ? `Cart: ${count}` : "Cart"}
        aria-haspopup="dialog"
        onClick={openCart}
        className={buttonStyle("quiet", "icon")}
      >
        <ShoppingCart className="size-5" />
        {count > 0 && (
          <span className="absolute top-0.5 right-0 min-w-5 rounded-full bg-gold px-1 text-center text-2xs leading-5! text-on-gold">
            {count}
          </span>
        )}
      </button>
      {isOpen !== undefined && <CartDrawer open={isOpen} onClose={closeCart} />}
    </>
  );
}
