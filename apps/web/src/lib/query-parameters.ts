/**
 * A parameter of an address: from its search string, else from its hash after a question mark, where hosts and older
 * links put it (`/#/vote?activityId=1004`). null when it is in neither.
 */
export function queryParameter(name: string, search: string, hash: string): string | null {
  return new URLSearchParams(`${search}&${hash.replace(/^[^?]*\??/, '')}`).get(name);
}
