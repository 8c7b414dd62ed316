/** Where a newcomer opens an account that is counted for the fan with this code. */
export function inviteLink(fanCode: string): string {
  return `${location.origin}/login?invite=${encodeURIComponent(fanCode)}`;
}
