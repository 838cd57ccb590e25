/**
 * Set by the web app when someone signs out, and removed by the server once it has ended their session. Until then the
 * server treats this browser as signed out: a sign-out without a connection takes effect with the next request.
 */
export const signedOutCookie = "sg_signed_out";
