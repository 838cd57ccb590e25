import { examine } from "#server/doctor/examine.ts";

// `npm run doctor`: looks at settings, database, clock, disk, email, storage and payments, and says what is wrong and
// how to mend it. Works with the site running or stopped, and changes nothing. Exits with 1 if something is broken.

process.exit((await examine(process.env, console.log)) ? 0 : 1);
