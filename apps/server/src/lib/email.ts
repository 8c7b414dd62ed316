/** The form in which an address is stored and compared. No mailbox in use today tells capitals apart. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
