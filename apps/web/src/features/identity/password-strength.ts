/** The server's password rules that can be checked while typing. */
export type PasswordCheck = {
  readonly length: boolean;
  /** Two of letters, digits and symbols. */
  readonly variety: boolean;
  readonly notEmail: boolean;
};

export const shortestPassword = 8;
export const longestPassword = 64;

/** Checks the rules that need no server; whether a password is among the commonest is the server's to say. */
export function checkPassword(password: string, email: string): PasswordCheck {
  // The form in which the server measures it: keyboards differ in how they compose the same characters.
  const typed = password.normalize('NFKC');
  const kinds = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(typed)).length;
  const address = email.trim().toLowerCase();
  return {
    length: typed.length >= shortestPassword && typed.length <= longestPassword,
    variety: kinds >= 2,
    notEmail: typed !== '' && ![address, address.split('@', 1)[0]].includes(typed.toLowerCase()),
  };
}

export function isPasswordFine(check: PasswordCheck): boolean {
  return check.length && check.variety && check.notEmail;
}
