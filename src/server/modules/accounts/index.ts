import "./domain-events.ts";

export { addDoorStaff, ensureAdmin, generatePassword, type AdminLogin } from "./admin.ts";
export { addGuests, type SignedIn } from "./guests.ts";
export { hashPassword } from "./passwords.ts";
export { countAdmins, findReachableAdmins, type ReachableAdmin } from "./people/admin-addresses-store.ts";
export { findOrAddOwner } from "./people/service.ts";
export { findAccountLink, type AccountLink } from "./recovery/service.ts";
export { deletedDisplayName } from "./rules.ts";
export { toUser } from "./auth.ts";
export { requireConfirmed } from "./second-factor/confirm.ts";
export { createAuthenticate } from "./sessions.ts";
export { insertAccount as addAccount } from "./store.ts";
export { findRecordOwner } from "./people/show.ts";
export { accounts } from "./module.ts";
