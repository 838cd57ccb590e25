import { part } from "./mutant.ts";

const promotions = "src/server/modules/promotions";
const documents = "src/server/modules/order-documents";

export const promotionsAndDocuments = part({
  name: "promotions-and-documents",
  tests: ["tests/promotions", "tests/order-documents", promotions, documents],
  mutants: [
    {
      id: "proof-buys-codes-for-an-hour",
      file: "src/server/platform/proof/store.ts",
      today: " and tries < ${maxTries}",
      fault: "",
      harm: "A bot that has worked once tries promo codes for an hour.",
    },
    {
      id: "commission-on-the-discount",
      file: `${promotions}/offers/rules.ts`,
      today: "line.totalCents - line.discountCents - line.feeCents : 0",
      fault: "line.totalCents - line.feeCents : 0",
      harm: "The organizer owes promoters a share of money that no one paid.",
    },
    {
      id: "code-once-too-often",
      file: "src/server/modules/orders/holding.ts",
      today: "counts[index]! + before >= wish.order.code!.personLimit!",
      fault: "counts[index]! + before > wish.order.code!.personLimit!",
      harm: "A code that is good once per person gives its discount twice.",
    },
    {
      id: "tax-on-top-of-itself",
      file: `${documents}/rules.ts`,
      today: "(100_000 + rateThousandths)",
      fault: "100_000",
      harm: "Receipts state more tax than the price contains.",
    },
  ],
});
