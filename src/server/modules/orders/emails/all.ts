import { buyerCodeEmail } from "./buyer-code.ts";
import { confirmationEmail } from "./confirmation-email.ts";
import { findTicketsEmails } from "./find-tickets.ts";
import { ownEmailEmails } from "./own-email-mails.ts";
import { refundEmails } from "./refund-mails.ts";

/** The emails about orders. Later modules have those about what they do with an order. */
export const orderEmails = [
  confirmationEmail,
  ...refundEmails,
  ...ownEmailEmails,
  buyerCodeEmail,
  ...findTicketsEmails,
];
