/** The parameter with which someone comes back from signing in to send what they typed. */
export const sendKey = "send";
