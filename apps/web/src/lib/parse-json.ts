/**
 * What a JSON text says; null, with a line in the console, when it is none. The caller checks the shape.
 *
 * @param what - names the text in that line.
 */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    console.error(`${what} is not JSON.`, error);
    return null;
  }
}
