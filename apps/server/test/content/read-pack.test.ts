import { rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { formatProblem, readPack } from '#/modules/content/index.ts';
import { type Edit, problemsAfter, smallPack } from './small-pack.ts';

test('the demo pack and the small pack have no problems', async () => {
  const demo = await readPack(resolve(import.meta.dirname, '../../../../content/demo'));
  expect(demo.problems).toEqual([]);
  expect(demo.pack?.idols).toHaveLength(24);
  expect(await problemsAfter()).toEqual([]);
});

const refusals: readonly [what: string, edit: Edit, problem: string | RegExp][] = [
  [
    'a text without its Chinese',
    ['idols.yaml', '      zh_TW: 比亞\n', ''],
    'idols.yaml:11 idols[1].name.zh_TW: is missing; expected a text of 1 to 40 characters',
  ],
  [
    'a text that is empty',
    ['idols.yaml', 'en_US: Bea', "en_US: ''"],
    'idols.yaml:12 idols[1].name.en_US: is ""; expected a text of 1 to 40 characters',
  ],
  [
    'a field that is misspelt',
    ['idols.yaml', 'portraitSeed: ada-h2', 'portrait: ada-h2'],
    /^idols\.yaml:7 idols\[0\]\.portrait: is not a known field; expected one of id, team, number/,
  ],
  [
    'a field that is missing',
    ['packs.yaml', '    price: 250\n', ''],
    'packs.yaml:2 packs[0].price: is missing; expected a whole number from 1 to 1000000000',
  ],
  [
    'a number that is a text',
    ['packs.yaml', 'price: 250', 'price: cheap'],
    'packs.yaml:7 packs[0].price: is "cheap"; expected a whole number from 1 to 1000000000',
  ],
  [
    'a pack that does not say what invites bring',
    ['pack.yaml', 'invites:\n  reward: 40\n  mostRewarded: 3\n', ''],
    'pack.yaml:1 invites: is missing; expected a map with reward, mostRewarded',
  ],
  [
    'a reward for invites that is nothing',
    ['pack.yaml', 'reward: 40', 'reward: 0'],
    'pack.yaml:4 invites.reward: is 0; expected a whole number from 1 to 1000000000',
  ],
  [
    'more rewarded invites than a fan could bring',
    ['pack.yaml', 'mostRewarded: 3', 'mostRewarded: 1001'],
    'pack.yaml:5 invites.mostRewarded: is 1001; expected a whole number from 0 to 1000',
  ],
  [
    'an unknown team',
    ['idols.yaml', 'team: dawn', 'team: noon'],
    'idols.yaml:3 idols[0].team: is "noon", which is no team of this pack; expected one of dawn, dusk',
  ],
  [
    'an id given twice',
    ['idols.yaml', "id: '12'", "id: '11'"],
    'idols.yaml:8 idols[1].id: is "11" again; expected an id of its own',
  ],
  [
    'an id of an idol that is a word',
    ['idols.yaml', "id: '12'", 'id: bea'],
    `idols.yaml:8 idols[1].id: is "bea"; expected digits in quotes, such as '101'`,
  ],
  [
    'a number worn twice',
    ['idols.yaml', 'number: 2', 'number: 1'],
    'idols.yaml:10 idols[1].number: is 1, which idol 11 wears; expected one of her own',
  ],
  [
    'a team without idols',
    ['idols.yaml', 'team: dusk', 'team: dawn'],
    'teams.yaml:6 teams[1].id: is "dusk", which no idol belongs to; expected at least one in idols.yaml',
  ],
  [
    'a colour on which white text is hard to read',
    ['teams.yaml', '#1d6fd8', '#ffcc00'],
    `teams.yaml:5 teams[0].colour: is "#ffcc00"; expected a colour such as '#1d6fd8' on which white text has ` +
      'a contrast of at least 4.5',
  ],
  [
    'a tab that does not exist',
    ['tasks.yaml', 'tab: visitingTasks', 'tab: visitTasks'],
    'tasks.yaml:12 tasks[1].tab: is "visitTasks"; expected one of visitingTasks, luckyTasks, supportTasks, ' +
      'promotionalTasks, bindTasks, twitterTasks, discordTasks',
  ],
  [
    'a task type that is unknown',
    ['tasks.yaml', 'type: 36', 'type: 99'],
    /^tasks\.yaml:11 tasks\[1\]\.type: is 99; expected a task type, one of 2, 8, 9, 10, 13,/,
  ],
  [
    'a check-in without seven rewards',
    ['tasks.yaml', '[1, 2, 3, 4, 5, 6, 7]', '[1, 2, 3, 4, 5, 6]'],
    'tasks.yaml:7 tasks[0].rewards: is [1,2,3,4,5,6]; expected a list of seven rewards, one for each day of the streak',
  ],
  [
    'a check-in that is not daily',
    ['tasks.yaml', 'period: daily', 'period: weekly'],
    'tasks.yaml:8 tasks[0].period: is "weekly"; expected daily, as a check-in is',
  ],
  [
    'a search task without all three links',
    ['tasks.yaml', 'linkType: channel', 'linkType: homepage'],
    /^tasks\.yaml:31 tasks\[2\]\.links: is .*; expected three links, .*: rankSearch, homepage, channel$/,
  ],
  [
    'a link that is no address',
    ['tasks.yaml', 'url: /mall', 'url: "javascript:alert(1)"'],
    'tasks.yaml:20 tasks[1].links[0].url: is "javascript:alert(1)"; ' +
      'expected a path such as /mall or an https:// address',
  ],
  [
    'an activity that closes before it opens',
    ['activities.yaml', 'closesAt: +P1DT12H', 'closesAt: -P3D'],
    'activities.yaml:9 activities[0].closesAt: is not after opensAt; expected a later time',
  ],
  [
    'a duration beside a date',
    ['activities.yaml', 'closesAt: +P1DT12H', 'closesAt: 2027-01-01T00:00:00Z'],
    'activities.yaml:9 activities[0].closesAt: is not written the way opensAt is; ' +
      'expected both as durations or both as dates',
  ],
  [
    'a time that is none',
    ['offers.yaml', 'closesAt: +P1DT12H', 'closesAt: tomorrow'],
    /^offers\.yaml:11 offers\[0\]\.closesAt: is "tomorrow"; expected a time such as 2026-/,
  ],
  [
    'a time zone that does not exist',
    ['activities.yaml', 'Asia/Taipei', 'Asia/Taipeh'],
    'activities.yaml:10 activities[0].timeZone: is "Asia/Taipeh"; expected an IANA time zone such as Asia/Taipei',
  ],
  [
    'a vote asset that is the Points',
    ['activities.yaml', 'VOTE_7', 'POINT'],
    'activities.yaml:7 activities[0].voteAsset: is "POINT"; ' +
      'expected an asset name such as MEET_VOTE_2 that is not POINT or TEST_COIN',
  ],
  [
    'one asset for tickets and votes',
    ['activities.yaml', 'VOTE_7', 'TICKET_7'],
    'activities.yaml:7 activities[0].voteAsset: is "TICKET_7", which is the ticketAsset of activity 7; ' +
      'expected an asset of its own',
  ],
  [
    'prizes that share a rank',
    ['activities.yaml', 'ranks: [2, 2]', 'ranks: [1, 2]'],
    'activities.yaml:18 activities[0].prizes[1].ranks: begins at 1, but the ranks up to 1 have a prize; ' +
      'expected ranks in order, each once',
  ],
  [
    'an offer for an unknown activity',
    ['offers.yaml', "activity: '7'", "activity: '8'"],
    'offers.yaml:3 offers[0].activity: is "8", which is no activity of this pack; expected one of 7',
  ],
  [
    'a simulation that forgets an idol',
    ['simulation.yaml', "  '12': { weight: 2, momentum: 0 }\n", ''],
    'simulation.yaml:5 popularity.12: is missing; expected a weight and momentum for every idol of activity 7',
  ],
  [
    'a simulation of somebody else',
    ['simulation.yaml', "'12':", "'13':"],
    /^simulation\.yaml:7 popularity\.13: is no idol of activity 7; expected one that stands in it$/,
  ],
  ['a list that is not there', ['packs.yaml', 'packs:', 'goods:'], 'packs.yaml:1 packs: is not there; expected a list'],
  [
    'broken YAML',
    ['offers.yaml', '    tickets: 1', '   tickets: 1'],
    /^offers\.yaml:6 (tickets: )?is not valid YAML; /,
  ],
  [
    'thousands with a point',
    ['packs.yaml', 'price: 250', 'price: 250.000'],
    'packs.yaml:7 packs[0].price: is 250.000, which YAML reads as 250; expected digits alone, such as 250000',
  ],
  [
    'a number in quotes',
    ['packs.yaml', 'price: 250', "price: '250'"],
    'packs.yaml:7 packs[0].price: is "250"; expected a whole number from 1 to 1000000000, ' +
      'in digits without quotes: 250',
  ],
  [
    'a number in groups',
    ['packs.yaml', 'price: 250', 'price: 1_250'],
    'packs.yaml:7 packs[0].price: is "1_250"; expected a whole number from 1 to 1000000000, ' +
      'in digits without quotes: 1250',
  ],
  [
    'a colour without quotes',
    ['teams.yaml', "'#1d6fd8'", '#1d6fd8'],
    'teams.yaml:5 teams[0].colour: is missing, because #1d6fd8 without quotes is a comment; ' +
      "put quotes around it: '#1d6fd8'",
  ],
  [
    'a day that does not exist',
    ['activities.yaml', /closesAt: .*/, 'closesAt: 2026-11-31T20:00:00+08:00'],
    /closesAt: is "2026-11-31T20:00:00\+08:00"; expected a day that exists: 2026-11 has 30 days$/,
  ],
  [
    'a birthday that does not exist',
    ['idols.yaml', 'portraitSeed: ada-h2', "portraitSeed: ada-h2\n    birthday: '02-30'"],
    'idols.yaml:8 idols[0].birthday: is "02-30"; expected a day that exists: month 02 has 29 days at most',
  ],
  [
    'a rule by which unused votes stay',
    ['activities.yaml', 'en_US: Fair', 'en_US: Unused votes stay in your balance'],
    /^activities\.yaml:\d+ activities\[0\]\.rules\[0\]\.en_US: says .* stay, but they lapse; write \{expiry\.votes\}/,
  ],
  [
    'a field written twice',
    ['pack.yaml', 'version: 1.0.0', 'version: 1.0.0\nversion: 1.0.1'],
    /^pack\.yaml:3 version: is not valid YAML; Map keys must be unique/,
  ],
];

test.each(refusals)('refused with its place: %s', async (_, edit, problem) => {
  const problems = await problemsAfter(edit);
  expect(problems).toContainEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
});

test('all problems of all files are reported together, in reading order', async () => {
  const problems = await problemsAfter(
    ['tasks.yaml', 'tab: visitingTasks', 'tab: visitTasks'],
    ['idols.yaml', 'team: dawn', 'team: noon'],
    ['idols.yaml', '      zh_TW: 比亞\n', ''],
    ['offers.yaml', 'price: 50', 'price: 0'],
  );
  expect(problems.map((problem) => problem.split(':').slice(0, 2).join(':').replace(/ .*/, ''))).toEqual([
    'idols.yaml:3',
    'idols.yaml:11',
    'offers.yaml:7',
    'tasks.yaml:12',
  ]);
});

test('a misspelt file is reported as one missing and one superfluous', async () => {
  await using folder = await smallPack();
  await rename(join(folder.path, 'idols.yaml'), join(folder.path, 'idol.yaml'));
  const { problems } = await readPack(folder.path);
  expect(problems.map((problem) => formatProblem(problem).replace(`${folder.path}/`, ''))).toEqual([
    expect.stringMatching(
      /^idol\.yaml:1 is not a file of a pack; expected one of pack\.yaml, teams\.yaml, idols\.yaml/,
    ),
    'idols.yaml:1 is missing; expected a file of this name in every pack',
  ]);
});

test('an empty file is reported by what it lacks', async () => {
  await using folder = await smallPack();
  await writeFile(join(folder.path, 'teams.yaml'), '');
  const { problems } = await readPack(folder.path);
  expect(problems.map(formatProblem)).toEqual([`${folder.path}/teams.yaml:1 teams: is not there; expected a list`]);
});
