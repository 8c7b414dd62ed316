/** The stored form of an address: mail providers ignore case. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
