/**
 * Parses JSON; null, with a console message, when it is invalid. The caller checks the shape.
 * @param what names the text in that message
 */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    console.error(`${what} is not JSON.`, error);
    return null;
  }
}
