/** Who wants tickets, as far as fair shares are concerned. */
export interface Claimant {
  userId: number;
  email: string;
  /** True if the account has confirmed this email. */
  emailConfirmed: boolean;
  /** The network as stored: a keyed hash. */
  network: string;
  /** Whose unpaid holds the buyer's count with, as stored: their network's, or if they are known their email's. */
  counted: string;
  /** True if that is a whole email domain, where anyone can have any number of addresses. */
  isDomain: boolean;
  /** True for someone who confirmed the order's email, or paid for an order under a confirmed one before. */
  isKnown: boolean;
  /** True if an order of the account expired lately, after the whole time. It doesn't count against someone who is known. */
  hasExpired: boolean;
  /** True if the site can email a code that makes a buyer known. */
  canConfirm: boolean;
  /** True if the buyer confirmed an email that stands for too much already: they are as unknown as before, and a code doesn't help. */
  isSpent?: boolean;
  /** True if the buyer has paid the price of a full network: then their network's unpaid share doesn't count. */
  isProven?: boolean | undefined;
}

/** Something that is shared fairly: one stock, or everything sold for an event. */
export interface Shared {
  name: string;
  stockIds: number[];
}

/** What an order wants of it. */
export interface Wanted extends Shared {
  quantity: number;
  /** The most that one order can have of it, by the limits of the items that it orders. */
  perOrder: number;
  /** What one unit of an item takes of it at most. */
  each: number;
}
