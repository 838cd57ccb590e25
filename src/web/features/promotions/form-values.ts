export const textOf = (value: number | null) => (value === null ? "" : String(value));

export const wholeMessage = "Enter a whole number or leave blank";
export const amountMessage = "Enter an amount, like 12.50";
