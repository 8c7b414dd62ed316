/** An answer of the host, or undefined when there is none: what it fails to do is logged, and the app goes on without. */
export async function answered<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    console.warn('The host did not do what it was asked.', error);
    return undefined;
  }
}
