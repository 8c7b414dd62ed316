const field = '"totalVotes":';

/** Returns the number of all votes by the last event in a piece of a stream; nothing if no event is in it. */
export function newestTotal(text: string): number | undefined {
  const at = text.lastIndexOf(field);
  return at < 0 ? undefined : Number.parseInt(text.slice(at + field.length, at + field.length + 20), 10);
}
