declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** A link was created that has to be emailed; the email module gets it from findAccountLink(). */
    "account.link_made": { linkId: string; purpose: "reset" | "confirm_email"; toAddress: string; toName: string };
    /**
     * Security alert: something about an account changed that its owner should know, at the address it had until now.
     */
    "account.security_changed": {
      alertId: string;
      what: "password_changed" | "email_changed" | "factors_reset";
      toAddress: string;
      toName: string;
    };
  }
}

export {};
