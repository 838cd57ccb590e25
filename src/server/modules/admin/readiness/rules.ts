import { findings, type Finding } from "#server/platform/finding-rules.ts";

/** What the database knows of a site that is about to sell. */
export interface SiteContent {
  contactEmail: string | null;
  /** Policies without a text, by their labels, such as "terms". */
  missingPolicies: string[];
  admins: number;
  adminsWithoutFactor: number;
  /** Events that visitors can open. */
  publicEvents: number;
  /** Whether an order was ever paid; comps don't count. */
  hasPaidOrder: boolean;
  /** Admins and moderators who can sign in. */
  staff: number;
}

const { fine, warning } = findings;

/** "terms, privacy and refunds" */
const listed = (names: string[]) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** Which steps toward the first sale are done, and how to do the others. */
export function reportContent(site: SiteContent): Finding[] {
  const { contactEmail, missingPolicies, admins, adminsWithoutFactor, publicEvents, hasPaidOrder, staff } = site;
  return [
    contactEmail === null
      ? warning("Contact", "Buyers can't reach you: there's no contact email.", "Add one in Settings, under Contact.")
      : fine("Contact", `Buyers can reach you at ${contactEmail}.`),
    missingPolicies.length > 0
      ? warning(
          "Policies",
          `Not written yet: ${listed(missingPolicies)}.`,
          "Write them in Settings, under Contact and policies. The footer links them once they have text.",
        )
      : fine("Policies", "Terms, privacy and refunds are published."),
    adminsWithoutFactor > 0 || admins === 0
      ? warning(
          "Security",
          adminsWithoutFactor === admins
            ? "No admin uses two-factor."
            : `${adminsWithoutFactor} of ${admins} admins ${adminsWithoutFactor === 1 ? "doesn't" : "don't"} use two-factor.`,
          "Each admin adds a passkey or an authenticator app under Account.",
        )
      : fine("Security", "Every admin uses two-factor."),
    publicEvents === 0
      ? warning("Event", "No event is published.", "Create an event, add ticket types and publish it.")
      : fine("Event", `You have ${publicEvents === 1 ? "1 published event" : `${publicEvents} published events`}.`),
    hasPaidOrder
      ? fine("Purchase", "A purchase went through, from checkout to tickets.")
      : warning(
          "Purchase",
          "Nobody has bought anything yet.",
          "Buy a ticket yourself, as a visitor would: check the price, the email and the ticket. Then refund it under Orders.",
        ),
    staff < 2
      ? warning(
          "Staff",
          "No one else has a staff account.",
          "Ask your team to register, then give each person a role under Accounts, so that nobody shares a password.",
        )
      : fine("Staff", `${staff} people have a staff account.`),
  ];
}
