import { createContext } from "react";

/** Opens the event's link, its QR code and what to do next. The hub provides it to its tabs. */
export const ShareContext = createContext<() => void>(() => undefined);
