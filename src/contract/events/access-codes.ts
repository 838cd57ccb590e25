/** Whether two codes match, ignoring case. Its run time doesn't reveal how much of the code was right. */
export function isSameCode(code: string, named: string | undefined): boolean {
  const [one, other] = [code.toLowerCase(), (named ?? "").toLowerCase()];
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++) {
    difference |= one.charCodeAt(index) ^ (other.length === 0 ? 0 : other.charCodeAt(index % other.length));
  }
  return difference === 0;
}
