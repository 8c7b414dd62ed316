/** The address of an idol's page in an activity. */
export function idolPath(activityId: string, idolId: string): string {
  return `/idol?activityId=${encodeURIComponent(activityId)}&idolId=${encodeURIComponent(idolId)}`;
}
