/** What the server asks of a password, as far as it can be told while typing. */
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
  const kinds = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}\s]/u].filter((kind) => kind.test(password)).length;
  const length = [...password].length;
  return {
    length: length >= shortestPassword && length <= longestPassword,
    variety: kinds >= 2,
    notEmail: password !== '' && password.toLowerCase() !== email.trim().toLowerCase(),
  };
}

export function isPasswordFine(check: PasswordCheck): boolean {
  return check.length && check.variety && check.notEmail;
}
