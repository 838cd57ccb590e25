/** What a person agrees to when they opt in. It's stored with their opt-in; show exactly this text. */
export const consentText =
  "Email me about upcoming events, presales and merch. You can unsubscribe at any time with one click.";
