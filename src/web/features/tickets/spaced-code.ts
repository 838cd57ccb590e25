/** A ticket's code in groups, for reading aloud: "SG7K 2M94 …". The scanner ignores spaces. */
export const spacedCode = (code: string) => code.match(/.{1,4}/g)?.join(" ") ?? code;
