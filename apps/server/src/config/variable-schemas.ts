import * as z from 'zod';

/** An environment variable: its parser, and the expectation in words. */
export type Variable = {
  readonly schema: z.ZodType<unknown, string | undefined>;
  readonly expects: string;
  /** Its value is never shown, not even in an error. */
  readonly secret?: true;
};

export const whole = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(low).max(high));

export const withoutEndSlashes = (address: string) => address.replace(/(?<!\/)\/+$/, '');
export const webAddress = z.url({ protocol: /^https?$/ }).transform(withoutEndSlashes);
/** `fetch` refuses addresses with a user name. */
export const nodeAddress = z.url({ protocol: /^https?$/ }).refine((address) => !/^https?:\/\/[^/]*@/i.test(address));
