/** What a form says after a signup of an address that isn't the visitor's own: it never says whether we know that address. */
export const askedText = (address: string): string =>
  `If ${address} is new to us or unsubscribed before, we sent it a link. Open the link to join the list. Otherwise, you're on the list now.`;
