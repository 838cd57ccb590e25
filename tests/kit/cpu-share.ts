/** Set by a file that does only a share of its work in each run: its budget is then for one part of it. */
export const shareOfFile: { current: { name: string; count: number } | undefined } = { current: undefined };
