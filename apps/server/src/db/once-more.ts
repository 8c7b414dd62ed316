/**
 * Does a read, and once more over another connection where the first was lost, as a silent or cut line is. What the database
 * itself answers, such as that a statement took too long, is final.
 *
 * @param read may be done twice without harm
 */
export async function onceMore<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!isLineLost(error)) throw error;
    return read();
  }
}

/** What pg says of a connection that ended, or what the system says of its socket. */
function isLineLost(error: unknown): boolean {
  return error instanceof Error && (error.message.startsWith('Connection terminated') || 'syscall' in error);
}
