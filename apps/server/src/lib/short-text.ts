/**
 * Reads a response that should be short.
 * @throws Error as soon as it has more than `most` characters; the rest is not read
 */
export async function shortText(response: Response, most: number): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > most) throw new Error(`The answer is longer than ${most} characters`);
  }
  return text;
}
