/** Set by a file that does only part of its work in each run: its budget then covers one part. */
export const shareOfFile: { current: { name: string; count: number } | undefined } = { current: undefined };
