import { readPackLanguage } from '#/modules/content/index.ts';
import { type Check, checkInSchema, listed } from './check.ts';
import { hasContent, listClosingRounds, listPastOffers, readTexts } from './doctor.view.ts';

const hourMs = 60 * 60_000;

const pack = checkInSchema(
  {
    id: 'content-pack',
    group: 'content',
    what: 'Content pack',
    why: 'Production starts without content, and fans see empty screens.',
    outcomes: {
      applied: { state: 'ok', found: 'A pack is applied.' },
      missing: { state: 'wrong', found: 'No pack is applied.', advice: 'Run: lightstick content apply FOLDER' },
    },
  },
  async ({ pool }) => {
    return { outcome: (await hasContent(pool)) ? 'applied' : 'missing' };
  },
);

const rounds = checkInSchema(
  {
    id: 'rounds-closing',
    group: 'content',
    what: 'Rounds near their end',
    why: 'A restart near a close costs votes that fans were about to cast.',
    outcomes: {
      none: { state: 'ok', found: 'No round ends within an hour.' },
      some: {
        state: 'wrong',
        found: 'Within an hour end: {names}.',
        advice: 'Restart, deploy and change nothing until the ranking says that it is final.',
      },
    },
  },
  async ({ pool, now }) => {
    const from = now();
    const names = await listClosingRounds(pool, { from, until: new Date(from.getTime() + hourMs) });
    return names.length > 0 ? { outcome: 'some', names: listed(names) } : { outcome: 'none' };
  },
);

const offers = checkInSchema(
  {
    id: 'offers-in-the-past',
    group: 'content',
    what: 'Offers and banners in the past',
    why: 'Fans meet offers that they cannot take, or miss a banner that was meant for them.',
    outcomes: {
      none: { state: 'ok', found: 'No offer of a running election and no banner is over.' },
      some: {
        state: 'wrong',
        found: 'Over, and still in the pack: {names}.',
        advice: 'Give them a new end or remove them, then run: lightstick content apply FOLDER',
      },
    },
  },
  async ({ pool, now }) => {
    const names = await listPastOffers(pool, now());
    return names.length > 0 ? { outcome: 'some', names: listed(names) } : { outcome: 'none' };
  },
);

const languages = checkInSchema(
  {
    id: 'texts-in-one-language',
    group: 'content',
    what: 'Texts in both languages',
    why: 'Fans of the other language read words that are not theirs.',
    outcomes: {
      both: { state: 'ok', found: 'Pages, offers, banners and answers have both languages.' },
      chosen: { state: 'ok', found: 'The content has one language, which stands for both.' },
      one: {
        state: 'wrong',
        found: 'In one language only: {names}.',
        advice: 'Translate them in the pack, then run: lightstick content apply FOLDER',
      },
    },
  },
  async ({ pool }) => {
    const { inOneLanguage, all } = await readTexts(pool);
    if (inOneLanguage.length === 0) return { outcome: 'both' };
    // A pack that names its one language may stand beside activities of an earlier pack, which have two.
    if ((await readPackLanguage(pool)) !== undefined) return { outcome: 'chosen' };
    // The files of a large pack are not kept; without a second language it has nothing in two.
    return inOneLanguage.length === all ? { outcome: 'chosen' } : { outcome: 'one', names: listed(inOneLanguage) };
  },
);

export const contentChecks: readonly Check[] = [pack, rounds, offers, languages];
