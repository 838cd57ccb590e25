import { z } from "zod";
import type { Order } from "#contract/orders/orders.ts";
import { composeMail, defineText, nameInMail, type Mail, type MailKit } from "#server/modules/email/index.ts";
import { defineOrderEmail, draftToBuyer, exampleOrder, exampleOrderLink } from "#server/modules/orders/index.ts";

const invoiceCorrectedText = defineText({
  kind: "invoice_corrected",
  name: "Invoice corrected",
  about: "To the buyer when their invoice is replaced",
  group: "orders",
  place: 60,
  text: ["Your corrected invoice for order {{order}}", "", "View invoice (PDF)"],
  variables: ["name", "order"],
});

/**
 * Tells a buyer that their invoice was reissued, with links to both documents: the new invoice and the old one's
 * cancellation.
 */
const invoiceCorrected = (
  kit: MailKit,
  order: Order,
  { invoice, cancellation }: { invoice: string; cancellation: string },
): Mail =>
  composeMail(kit, {
    text: invoiceCorrectedText,
    values: { name: nameInMail(order.buyer.name), order: order.number },
    title: "Your corrected invoice.",
    lines: [
      "We corrected the billing details on your invoice. The old invoice is canceled, and a new one replaces it. What you paid hasn't changed.",
      "If the old invoice is already in your books, file the cancellation with it.",
    ],
    link: invoice,
    small: `Order ${order.number}`,
    links: [{ label: "Cancellation of the old invoice (PDF)", link: cancellation }],
  });

const invoiceCorrectedEmail = defineOrderEmail({
  kind: "invoice_corrected",
  priority: 1,
  topic: { cancellationId: z.number(), invoiceId: z.number() },
  isRepeatable: true,
  texts: [
    {
      text: invoiceCorrectedText,
      example(kit, example) {
        const link = exampleOrderLink(kit);
        return invoiceCorrected(kit, exampleOrder(example), { invoice: link, cancellation: link });
      },
      latest: true,
    },
  ],
  triggers: {
    "invoice.corrected": ({ cancellationId, invoiceId, ...order }) =>
      draftToBuyer(invoiceId, order, { cancellationId, invoiceId }),
  },
  write: (_deps, kit, { topic, order, documentLink }) =>
    invoiceCorrected(kit, order, {
      invoice: documentLink(topic.invoiceId),
      cancellation: documentLink(topic.cancellationId),
    }),
});

/** The emails about documents. */
export const documentEmails = [invoiceCorrectedEmail];
