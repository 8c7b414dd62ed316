import * as z from 'zod';
import { fields, listOf, text } from './fields.ts';

const nameExpectation = 'a name of 1 to 30 letters, digits and spaces, also with & . - + ! and ’';
const oneName = z
  .string({ error: nameExpectation })
  .trim()
  .max(30, { error: nameExpectation })
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} &.+!'’·-]*$/u, { error: nameExpectation });
const name = fields({ en_US: oneName, zh_TW: oneName });

const colourExpectation = "a colour such as '#0f7a6c', in quotes";
const colour = z.string({ error: colourExpectation }).regex(/^#[0-9a-f]{6}$/i, { error: colourExpectation });

/** Makes the name of a picture of the pack. */
function pictureFile(endings: string) {
  const error = `the name of a file of the pack that ends in ${endings.replaceAll('|', ' or ')}`;
  const pattern = new RegExp(String.raw`^(?:[a-z0-9][a-z0-9-]*/)?[a-z0-9][a-z0-9-]*\.(?:${endings})$`);
  return z.string({ error }).regex(pattern, { error });
}

const addressExpectation = 'an address such as https://example.com';
const address = z.string({ error: addressExpectation }).regex(/^https:\/\/[^\s/."<>]+\.[^\s"<>]{1,480}$/, {
  error: addressExpectation,
});
const emailExpectation = 'an email address such as hello@example.com';
const email = z.string({ error: emailExpectation }).regex(/^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>"]{1,190}$/, {
  error: emailExpectation,
});
const switchExpectation = 'true or false';

/** `brand.yaml` */
export const brandFile = fields({
  name,
  shortName: name.optional(),
  legalName: text(120).optional(),
  mark: pictureFile('svg'),
  logo: pictureFile('svg').optional(),
  preview: pictureFile('png|jpg').optional(),
  colours: fields({
    main: colour,
    second: colour.optional(),
    stage: fields({ from: colour, to: colour }).optional(),
  }),
  supportEmail: email,
  mainSite: address.optional(),
  social: listOf(fields({ name: z.string({ error: nameExpectation }).min(1).max(30), address }), 8).optional(),
  mail: fields({ sender: name.optional(), footer: text(200).exactOptional() }).exactOptional(),
  runsOn: z.boolean({ error: switchExpectation }).optional(),
});

export type BrandFile = z.output<typeof brandFile>;
