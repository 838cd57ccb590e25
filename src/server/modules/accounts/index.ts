export { addDoorStaff, ensureAdmin, generatePassword, type AdminLogin } from "./admin.ts";
export { addGuests, type SignedIn } from "./guests.ts";
export { accountsSweeps } from "./jobs.ts";
export { hashPassword } from "./passwords.ts";
export { accountsRoutes } from "./routes.ts";
export { toUser } from "./service.ts";
export { createAuthenticate } from "./sessions.ts";
export { insertAccount as addAccount } from "./store.ts";
