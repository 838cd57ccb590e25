/** The note for the email to the buyer, if there is one. */
export const noteOf = (note: string) => (note.trim().length >= 3 ? { note: note.trim() } : {});
