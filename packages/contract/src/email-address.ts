import { withPlainDigits } from './typed-text.ts';

/** The part before the @ that every mail server takes; other scripts need an extension that few have. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const label = String.raw`[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?`;
const domainName = new RegExp(String.raw`^(?:${label}\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,57}[a-z0-9])$`);

/**
 * Returns the address of a mailbox that mail can reach, its domain in lower case and in the letters that DNS has (例子.台灣
 * becomes xn--fsqu00a.xn--kpry57d). Undefined for a text that is none.
 */
export function emailAddressIn(text: string): string | undefined {
  // The length comes first, so that no pattern sees a long text.
  if (text.length > 1000) return undefined;
  // Texts copied from a page bring invisible signs with them.
  const plain = withPlainDigits(text)
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
  const at = plain.lastIndexOf('@');
  const local = plain.slice(0, Math.max(0, at));
  const domain = asciiDomain(plain.slice(at + 1));
  if (local.length > 64 || !localPart.test(local) || domain === undefined) return undefined;
  const address = `${local}@${domain}`;
  return address.length > 254 ? undefined : address;
}

/**
 * Returns the form in which addresses are stored and compared, for mail providers ignore case; any other text stays one
 * that none has.
 */
export function normaliseEmail(typed: string): string {
  return (emailAddressIn(typed) ?? typed.trim()).toLowerCase();
}

function asciiDomain(written: string): string | undefined {
  // Signs with a meaning in a web address would be read as such.
  if (!/^[\p{L}\p{M}\p{N}.。-]+$/u.test(written)) return undefined;
  try {
    const { hostname } = new URL(`http://${written}`);
    return hostname.length <= 253 && domainName.test(hostname) ? hostname : undefined;
  } catch {
    return undefined;
  }
}
