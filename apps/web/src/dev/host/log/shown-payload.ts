const secretNames = /token|password|secret/i;
const shownCharacters = 4;

/** A payload for people: pretty, without its outer quotes when it is JSON already, and with secrets shortened. */
export function shownPayload(payload: unknown): string {
  if (payload === undefined) return '';
  const value = typeof payload === 'string' ? parsedOrText(payload) : payload;
  return typeof value === 'string' ? value : JSON.stringify(value, shortenSecret, 2);
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Shortens a secret so that it is recognisable but useless. */
function shortenSecret(name: string, value: unknown): unknown {
  if (!secretNames.test(name) || typeof value !== 'string') return value;
  return `${value.slice(0, shownCharacters)}… (${value.length} characters)`;
}
