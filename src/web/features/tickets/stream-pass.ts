/** What a pass for a live stream says of itself, to its buyer. */
export const streamPassText = "For the live stream. It doesn't admit anyone at the door.";
