const field = '"totalVotes":';

/** How many votes there are in all, by the last event in a piece of a stream; nothing where there is no event in it. */
export function newestTotal(text: string): number | undefined {
  const at = text.lastIndexOf(field);
  return at < 0 ? undefined : Number.parseInt(text.slice(at + field.length, at + field.length + 20), 10);
}
