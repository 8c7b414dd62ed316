/** How a fan names whom they give something to: a fan code can be looked up before, an email cannot. */
export type ReceiverName = { readonly toAccount: string; readonly by: 'fanCode' | 'email' };

const code = '[A-Za-z2-9]{4}[ -]?[A-Za-z2-9]{4}';

/** A fan code, an invite link with one in it, or an email. */
export const receiverShape = new RegExp(
  `^\\s*(${code}|\\S*[?&]invite=[A-Za-z2-9]{8}(?:[&#]\\S*)?|[^\\s@]+@[^\\s@]+\\.[^\\s@]{2,})\\s*$`,
);

/** Whom a text names, or nothing while it is not complete. Of a pasted invite link the code in it counts. */
export function receiverIn(typed: string): ReceiverName | undefined {
  const text = typed.trim();
  if (!receiverShape.test(text)) return undefined;
  const linked = /[?&]invite=([A-Za-z2-9]{8})/.exec(text)?.[1];
  if (linked) return { toAccount: linked.toUpperCase(), by: 'fanCode' };
  return text.includes('@')
    ? { toAccount: text, by: 'email' }
    : { toAccount: text.replaceAll(/[ -]/g, '').toUpperCase(), by: 'fanCode' };
}
