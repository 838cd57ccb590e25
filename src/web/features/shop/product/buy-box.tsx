import { clsx } from "clsx";
import { Ruler, ShoppingBag, Bell } from "lucide-react";
import { useRef, useState, Suspense } from "react";
import { useNavigate } from "#web/lib/router.ts";
import type { ProductDetail, Variant } from "#contract/shop/shop.ts";
import { useAddToCart } from "#web/features/carts/add-to-cart.ts";
import { closeCart } from "#web/features/carts/queries.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog, lazyPart } from "#web/ui/lazy-part.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import { ProductPrice } from "../product-card.tsx";
import { isGone } from "../status.ts";
import { maxOf, type Picks } from "./choice.ts";
import { OptionPicker } from "./option-picker.tsx";
import { formatLongDate, formatCalendarDay } from "#web/lib/dates.ts";
import { useBrandZone } from "#web/lib/site.ts";
import { partsOf } from "./use-opening.ts";

type StockText = { text: string; tone: "good" | "soon" | "gone" };

const tones = { good: "text-sea", soon: "text-mango", gone: "text-hibiscus" };

function stockText(product: ProductDetail, variant: Variant | undefined): StockText | undefined {
  const { status, left } = variant ?? product;
  if (status === "scheduled") return undefined;
  if (status === "sold_out") return { text: "Sold out", tone: "gone" };
  if (status === "ended") return { text: "No longer sold", tone: "gone" };
  if (status === "in_carts")
    return { text: "All in carts. Any that aren't bought go back on sale here.", tone: "soon" };
  if (left !== null) return { text: `${left} left`, tone: "soon" };
  if (variant?.preorderShipsOn)
    return { text: `Pre-order: ships from ${formatCalendarDay(variant.preorderShipsOn)}`, tone: "good" };
  if (!variant && product.isPreorder) return { text: "Pre-order", tone: "good" };
  return { text: product.kind === "digital" ? "Download it right after you pay" : "In stock", tone: "good" };
}

/** What is true of the chosen variant's stock, in one line; of all of them while none is chosen. */
function StockLine({ product, variant }: { product: ProductDetail; variant: Variant | undefined }) {
  const stockLabel = stockText(product, variant);
  return (
    <p role="status" className={clsx("font-semibold", stockLabel && tones[stockLabel.tone])}>
      {stockLabel?.text}
      {stockLabel && variant && variant.left !== null && variant.preorderShipsOn && (
        <span className="block font-normal text-muted">
          Pre-order: ships from {formatCalendarDay(variant.preorderShipsOn)}
        </span>
      )}
    </p>
  );
}

const BackInStockForm = lazyPart("The form", async () => (await import("./back-in-stock-form.tsx")).BackInStockForm);

/** Offers one email when a variant can be bought again. Starts as one button; the form loads when it is pressed. */
function BackInStock({ variantId, name }: { variantId: number; name: string }) {
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

const SizeGuideDialog = lazyDialog(
  "The size guide",
  async () => (await import("./size-guide-dialog.tsx")).SizeGuideDialog,
);

type BuyBoxProps = {
  product: ProductDetail;
  picks: Picks;
  variant: Variant | undefined;
  onPick: (at: number, value: string) => void;
  /** Until the drop opens, by the server's clock. */
  secondsLeft: number | undefined;
};

/** The buy box as a link's target. */
export const buyId = "buy";

/** Price, stock and options of a product, and what can be done with the choice: buy it, wait for it, be told. */
export function BuyBox({ product, picks, variant, onPick, secondsLeft }: BuyBoxProps) {
  const [missing, setMissing] = useState<number>();
  const box = useRef<HTMLDivElement>(null);
  const { status, salesStartAt } = variant ?? product;
  const priced = variant
    ? { ...variant, fromCents: variant.priceCents, hasPrices: false, currency: product.currency }
    : product;

  function askFor(at: number) {
    setMissing(at);
    box.current?.querySelectorAll("fieldset")[at]?.querySelector("input")?.focus();
  }

  return (
    <div ref={box} id={buyId} className="grid scroll-mt-24 gap-6">
      <div className="grid gap-1.5">
        <ProductPrice product={priced} className="font-display text-[2rem] leading-none font-extrabold" />
        <StockLine product={product} variant={variant} />
      </div>
      <OptionPicker
        product={product}
        picks={picks}
        missing={missing}
        onPick={(at, value) => {
          setMissing(undefined);
          onPick(at, value);
        }}
        sizeGuide={<SizeGuideButton product={product} />}
      />
      {status === "scheduled" && salesStartAt ? (
        <Countdown startsAt={salesStartAt} secondsLeft={secondsLeft} />
      ) : variant && isGone(variant) ? (
        variant.status !== "ended" && (
          <BackInStock key={variant.id} variantId={variant.id} name={nameOf(product, variant)} />
        )
      ) : (
        // The same button for every variant: a press from before the scripts belongs to it.
        <Buy product={product} variant={variant} onMissing={() => askFor(picks.indexOf(undefined))} />
      )}
      {product.kind === "physical" && <p className="text-sm text-muted">We ship to the US only.</p>}
    </div>
  );
}

/** "Yard Tee in Black / M" */
const nameOf = ({ title }: ProductDetail, { options }: Variant) =>
  options.length === 0 ? title : `${title} in ${options.join(" / ")}`;

type BuyProps = { product: ProductDetail; variant: Variant | undefined; onMissing: () => void };

function Buy({ product, variant, onMissing }: BuyProps) {
  const addToCart = useAddToCart();
  const navigate = useNavigate();
  const [quantity, setQuantity] = useState(1);
  const max = variant ? maxOf(variant) : 1;
  const chosen = Math.min(quantity, max);

  /** Adds what is chosen. The cart's drawer opens, and says it if that doesn't work. */
  async function add(thenBuy: boolean) {
    if (!variant) return onMissing();
    const item = { kind: "variant", itemId: variant.id, quantity: chosen, unitCents: variant.priceCents };
    if (!(await addToCart(item, { productId: product.id })) || !thenBuy) return;
    closeCart();
    await navigate(paths.cartCheckout());
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {variant && max > 1 && (
          <Stepper label={product.title} value={chosen} min={1} max={max} onChange={setQuantity} />
        )}
        <Button size="lg" className="flex-1 whitespace-normal!" onClick={() => void add(false)}>
          <ShoppingBag className="size-5" /> Add to cart
        </Button>
      </div>
      <Button size="lg" variant="outline" className="whitespace-normal!" onClick={() => void add(true)}>
        Buy now
      </Button>
      {variant && chosen === max && max === variant.maxPerOrder && (
        <p role="status" className="text-sm text-muted">
          Up to {variant.maxPerOrder} per order.
        </p>
      )}
    </div>
  );
}

function SizeGuideButton({ product: { sizeGuide } }: { product: ProductDetail }) {
  const [isOpen, setOpen] = useState(false);
  if (!sizeGuide || sizeGuide.rows.length === 0) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={clsx(
          "float-right inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-gilt underline underline-offset-4 hover:text-ink",
          "-mt-3",
        )}
      >
        <Ruler className="size-4" /> Size guide
      </button>
      {isOpen && <SizeGuideDialog guide={sizeGuide} onClose={() => setOpen(false)} />}
    </>
  );
}

/** When a drop opens, and how long that is from now. */
function Countdown({ startsAt, secondsLeft }: { startsAt: string; secondsLeft: number | undefined }) {
  return (
    <div className="rounded-lg border border-gold bg-panel p-5">
      <p className="eyebrow text-gilt">Drops</p>
      <p className="mt-1 text-lg font-semibold">
        <time dateTime={startsAt}>{formatLongDate(startsAt, useBrandZone())}</time>
      </p>
      {/* Always there, so that nothing moves when the first number comes. A clock that speaks each second helps nobody. */}
      <p role="timer" aria-live="off" className="mt-4 flex min-h-16 items-end gap-5">
        {secondsLeft === 0 ? (
          <span className="display text-display-md">Opening now …</span>
        ) : (
          secondsLeft !== undefined &&
          partsOf(secondsLeft).map(({ value, unit }) => (
            <span key={unit} className="grid">
              <span className="display text-display-md tabular-nums">{String(value).padStart(2, "0")}</span>
              <span className="eyebrow text-muted">{unit}</span>
            </span>
          ))
        )}
      </p>
    </div>
  );
}
