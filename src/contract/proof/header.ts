/** The header that carries the solution of a challenge: base64, in either alphabet, of the JSON of `{ challenge, solution }`. */
export const proofHeader = "x-proof";
