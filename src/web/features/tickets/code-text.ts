/** A ticket's code for reading aloud: "SG7K 2M94 …". The door forgives spaces. */
export const spacedCode = (code: string) => code.match(/.{1,4}/g)?.join(" ") ?? code;
