/** How a workbook shows the numbers of a style. `zeros` pads to a length: ZIP Codes and SKUs. */
export type NumberFormat = { kind: "number" } | { kind: "date" } | { kind: "time" } | { kind: "zeros"; length: number };

const plain: NumberFormat = { kind: "number" };

/** What a number format means, by its number and, if the workbook defines it itself, its code. */
export function numberFormatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return { kind: "time" };
    const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
    return isDate ? { kind: "date" } : plain;
  }
  if (/^0{2,}$/.test(code)) return { kind: "zeros", length: code.length };
  // Without quoted text, escaped signs, fill signs, and colors, currencies or conditions in brackets.
  const [signs = ""] = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "").split(";");
  if (/[yd]/i.test(signs) || /m{3,}/i.test(signs)) return { kind: "date" };
  if (/[hs]/i.test(signs)) return { kind: "time" };
  return /^[^0#?]*m[^0#?]*$/i.test(signs) ? { kind: "date" } : plain;
}

const dayMs = 86_400_000;

/**
 * A cell's number as text. Dates are ISO dates, `2026-12-05` or `2026-12-05T19:30:00`, times `19:30:00`: as the sheet
 * shows them, in no zone.
 *
 * @param is1904 true for a workbook that counts days from 1904 instead of 1900
 */
export function formatNumber(value: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value;
  if (format.kind === "zeros") {
    return Number.isInteger(number) && number >= 0 ? String(number).padStart(format.length, "0") : String(number);
  }
  if (format.kind === "number") return String(number);
  // 9999-12-31 is the last day that Excel has.
  if (number < 0 || number >= 2_958_466) return String(number);
  if (format.kind === "time" && number < 1) return instantOf(number, is1904).slice(11, 19);
  const text = instantOf(number, is1904).slice(0, 19);
  return text.endsWith("T00:00:00") ? text.slice(0, 10) : text;
}

function instantOf(serial: number, is1904: boolean): string {
  // Excel's 1900 has a February 29, which is day 60.
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  return new Date(start + Math.round(serial * 86_400) * (dayMs / 86_400)).toISOString();
}
