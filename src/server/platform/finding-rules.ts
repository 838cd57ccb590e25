/** What one look at the site found: fine, worth a thought, or broken; in plain words, and how to mend it. */
export interface Finding {
  about:
    | "Settings"
    | "Database"
    | "Clock"
    | "Disk"
    | "Email"
    | "Storage"
    | "Payments"
    | "Contact"
    | "Policies"
    | "Security"
    | "Event"
    | "Purchase"
    | "Staff";
  outcome: "fine" | "warning" | "broken";
  says: string;
  mend?: string;
}

type About = Finding["about"];
const fine = (about: About, says: string): Finding => ({ about, outcome: "fine", says });
const warning = (about: About, says: string, mend: string): Finding => ({ about, outcome: "warning", says, mend });
const broken = (about: About, says: string, mend: string): Finding => ({ about, outcome: "broken", says, mend });

/** A finding of each outcome. */
export const findings = { fine, warning, broken };
