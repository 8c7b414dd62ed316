import * as z from 'zod';
import { fields } from './fields.ts';

const urlExpectation = 'an https:// address of a form, or /dev/form for the demo form of a development server';
const parameterExpectation = 'the name of a query parameter, such as entry.123';

const place = '{parameter}';
const placeExpectation =
  'either a parameter, which names the fan in the query, or a place {parameter} in the url, and not both';

/** A form at somebody else's site, and where in its address the fan's parameter goes. */
export const form = fields({
  url: z
    .string({ error: urlExpectation })
    .max(1000, { error: 'at most 1000 characters' })
    .refine((url) => url === '/dev/form' || isFormAddress(url), { error: urlExpectation }),
  parameter: z
    .string({ error: parameterExpectation })
    .regex(/^[\w.:[\]-]{1,80}$/, { error: parameterExpectation })
    .optional(),
}).refine(({ url, parameter }) => url.includes(place) === (parameter === undefined), { error: placeExpectation });

function isFormAddress(url: string): boolean {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  return address?.protocol === 'https:' && address.hostname.includes('.') && !address.username && !address.password;
}
