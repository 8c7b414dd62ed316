import { prefetch } from '#/lib/lazy-part.ts';

/** The server's password rules. */
export type PasswordCheck = {
  readonly length: boolean;
  /** Two of letters, digits and symbols. */
  readonly variety: boolean;
  readonly notEmail: boolean;
  /** Undefined while the list of common passwords has not loaded; the server has it. */
  readonly notCommon: boolean | undefined;
};

export const shortestPassword = 8;
export const longestPassword = 64;

let isCommonPassword: ((password: string) => boolean) | undefined;

/** Loads the server's list of common passwords, which `checkPassword` uses from then on. */
export async function loadCommonPasswords(): Promise<void> {
  await prefetch(async () => {
    ({ isCommonPassword } = await import('@lightstick/contract/common-passwords'));
  });
}

/** Checks what the server checks. */
export function checkPassword(password: string, email: string): PasswordCheck {
  // The form in which the server measures it: keyboards differ in how they compose the same characters.
  const typed = password.normalize('NFKC');
  const kinds = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(typed)).length;
  const address = email.trim().toLowerCase();
  return {
    length: typed.length >= shortestPassword && typed.length <= longestPassword,
    variety: kinds >= 2 && !/\p{Cc}/u.test(typed),
    notEmail: typed !== '' && ![address, address.split('@', 1)[0]].includes(typed.toLowerCase()),
    notCommon: isCommonPassword && typed !== '' && !isCommonPassword(typed),
  };
}

export function isPasswordFine(check: PasswordCheck): boolean {
  return check.length && check.variety && check.notEmail && check.notCommon !== false;
}
