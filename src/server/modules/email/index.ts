export { emailSweeps, hearForEmail } from "./outbox.ts";
