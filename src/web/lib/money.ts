const formatters = new Map<string, Intl.NumberFormat>();

function formatterFor(currency: string): Intl.NumberFormat {
  const key = currency.toUpperCase();
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat("en-US", {
      style: "currency",
      currency: key,
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** "$48.50": formats cents as money with two decimals, and a real minus sign below zero. */
export const formatMoney = (cents: number, currency = "USD") =>
  formatterFor(currency)
    .format(cents / 100)
    .replace("-", "−");

/** "Free" for zero, money otherwise. For listed prices, never for totals. */
export const formatPrice = (cents: number, currency = "USD") => (cents === 0 ? "Free" : formatMoney(cents, currency));
