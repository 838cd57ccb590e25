let isFromDevice = false;
let isFailing = false;

/** This page was opened by the service worker without the server. */
export const markOffline = () => void (isFromDevice = true);

/** Whether the server couldn't say who is signed in, when it was last asked. */
export const setServerFailing = (isServerFailing: boolean) => void (isFailing = isServerFailing);

/** True if a failed request means that there is no connection, as far as this page knows. */
export const isOffline = () => isFromDevice || !navigator.onLine;

/** True if no server has answered for this page. */
export const isOpenedFromDevice = () => isFromDevice;

/** True if what this device keeps is all there is: the server didn't answer for this page, or it fails. */
export const isServerAway = () => isFromDevice || isFailing;
