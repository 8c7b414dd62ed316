import { expect, it } from 'vitest';
import { readPack } from '#/modules/content/index.ts';
import { type Edit, problemsAfter, smallPack } from './small-pack.ts';

/** Two-language maps of the small pack become bare texts of zh_TW, in each file that has some. */
const bareTexts: readonly Edit[] = (
  [
    'teams.yaml',
    'idols.yaml',
    'activities.yaml',
    'tasks.yaml',
    'banners.yaml',
    'offers.yaml',
    'packs.yaml',
    'luck.yaml',
  ] as const
).map((file) => [file, /\{ en_US: [^,}]+, zh_TW: ([^,}]+) \}/g, '$1']);
const oneLanguage: Edit = ['pack.yaml', 'version: 1.0.0', 'version: 1.0.0\nlanguage: zh_TW'];
const withoutEnglishPage: Edit = ['pages/use-terms.en_US.md', /^[^]+$/, ''];
const withoutVotePacks: Edit = ['packs.yaml', /^[^]+$/, ''];

it('A pack of one language has each text and page once, which stand for both languages.', async () => {
  await using folder = await smallPack(oneLanguage, ...bareTexts, withoutEnglishPage, [
    'idols.yaml',
    '      en_US: Bea\n',
    '',
  ]);
  const { pack, problems } = await readPack(folder.path);
  expect(problems).toEqual([]);
  expect(pack?.teams.map(({ value }) => value.name)).toEqual([
    { en_US: 'Dawn中文', zh_TW: 'Dawn中文' },
    { en_US: 'Dusk中文', zh_TW: 'Dusk中文' },
  ]);
  expect(pack?.idols.at(1)?.value.name).toEqual({ en_US: '比亞', zh_TW: '比亞' });
  const [page] = pack?.pages ?? [];
  expect(page).toMatchObject({ title: { en_US: '條款', zh_TW: '條款' } });
  expect(page?.body.en_US).toBe(page?.body.zh_TW);
});

it('The sentences of the terms are in the language of the pack.', async () => {
  await using folder = await smallPack(oneLanguage, ...bareTexts, ['activities.yaml', 'Fair中文', '"{expiry.votes}"']);
  const { pack } = await readPack(folder.path);
  const sentence = '結果確定後，未使用的投票券與票就會失效。';
  expect(pack?.activities[0]?.value.rules).toEqual([{ en_US: sentence, zh_TW: sentence }]);
});

it('A fault of a text that stands for both languages is reported once, with what is written there.', async () => {
  expect(await problemsAfter(oneLanguage, ...bareTexts, ['teams.yaml', 'name: Dawn中文', 'name: 7'])).toEqual([
    'teams.yaml:3 teams[0].name.zh_TW: is 7; expected a text of 1 to 40 characters',
  ]);
  expect(
    await problemsAfter(oneLanguage, ...bareTexts, ['activities.yaml', 'Fair中文', "'剩下的票會保留到明年。'"]),
  ).toHaveLength(1);
});

it('A bare text is refused in a pack that does not name its one language.', async () => {
  const [teams] = bareTexts;
  const problems = await problemsAfter(...(teams ? [teams] : []));
  expect(problems).toHaveLength(4);
  expect(problems[0]).toBe('teams.yaml:3 teams[0].name: is "Dawn中文"; expected a map with en_US, zh_TW');
  expect(await problemsAfter(oneLanguage, ['pack.yaml', 'language: zh_TW', 'language: ja_JP'])).toContain(
    'pack.yaml:3 language: is "ja_JP"; expected one of en_US, zh_TW',
  );
  expect(await problemsAfter(oneLanguage, ['pages/use-terms.zh_TW.md', /^[^]+$/, ''])).toEqual([
    'pages/use-terms.en_US.md:1 is not there in zh_TW; expected zh_TW, the language of the pack',
  ]);
});

it('A pack needs no vote packs.', async () => {
  expect(await problemsAfter(withoutVotePacks)).toEqual([]);
});
