declare module "#server/platform/facts.ts" {
  interface FactMap {
    /** A link was made that has to reach somebody by mail; whoever writes the mail asks findAccountLink() for it. */
    "account.link_made": { linkId: string; purpose: "reset" | "confirm_email"; toAddress: string; toName: string };
    /** Something about an account changed that its owner should hear of, at the address that was theirs until now. */
    "account.guarded": {
      noticeId: string;
      what: "password_changed" | "email_changed" | "factors_reset";
      toAddress: string;
      toName: string;
    };
  }
}

export {};
