const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 8;

/**
 * Makes fan codes that are all different, from a position on: far more than random ones could be without collisions.
 */
export function fanCodes(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, offset) => {
    let rest = from + offset;
    let code = '';
    while (code.length < length) {
      code = letters.charAt(rest % letters.length) + code;
      rest = Math.floor(rest / letters.length);
    }
    return code;
  });
}
