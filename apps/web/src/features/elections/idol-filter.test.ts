import { describe, expect, test } from 'vitest';
import { loadCharacters } from '#/lib/search/use-search-fold.ts';
import { findIdols, sortIdols, withdrawnToName } from './idol-filter.tsx';
import type { IdolStanding, Team } from './standings.ts';

function idol(idolId: string, english: string, chinese: string, more: Partial<IdolStanding> = {}): IdolStanding {
  return {
    idolId,
    name: english,
    names: { en_US: english, zh_TW: chinese },
    number: Number(idolId),
    teamId: 'firefly',
    profile: '',
    portraitUrl: `/art/${idolId}.svg`,
    votes: 0,
    rank: Number(idolId),
    change: 0,
    leftInRound: null,
    gap: null,
    isOver: false,
    hasWon: false,
    ...more,
  };
}

function team(teamId: string, english: string, chinese: string): Team {
  return {
    teamId,
    name: english,
    names: { en_US: english, zh_TW: chinese },
    slogan: '',
    colour: '#b85a00',
    idolCount: 1,
  };
}

const teams = [team('firefly', 'Team Firefly', '螢火隊'), team('tidal', 'Team Tidal', '潮聲隊')];
const idols = [
  idol('1', 'Lumi Tang', '湯露米', { rank: 3 }),
  idol('7', 'Marin So', '蘇瑪凜', { rank: 1, teamId: 'tidal' }),
  idol('17', 'Élodie Hsu', '許多霏', { rank: 2 }),
];

const fold = await loadCharacters();

function findNames(keyword: string, teamId: string | null = null): readonly string[] {
  return findIdols(idols, teams, { keyword, teamId, fold }).map(({ name }) => name);
}

describe('a search finds idols', () => {
  test.each([
    ['a part of the name, whatever the case', ' mAR ', 'Marin So'],
    ['the name in the other script', '蘇瑪', 'Marin So'],
    ['her name in simplified characters', '苏玛', 'Marin So'],
    ['a name of which one character is simplified', '汤露', 'Lumi Tang'],
    ['the team in simplified characters', '潮声', 'Marin So'],
    ['capital letters of a Turkish keyboard', 'MARİN', 'Marin So'],
    ['small letters of a Turkish keyboard', 'marın', 'Marin So'],
    ['letters as a Chinese keyboard writes them', 'Ｍａｒｉｎ', 'Marin So'],
    ['a name without its accents', 'elodie', 'Élodie Hsu'],
    ['first and last name in either order', 'tang lumi', 'Lumi Tang'],
    ['the team, in one script', 'tidal', 'Marin So'],
    ['the team, in the other script', '潮聲', 'Marin So'],
    ['the full name of the team', 'team tidal', 'Marin So'],
    ['the number', '7', 'Marin So'],
    ['the number as on the card', '#07', 'Marin So'],
    ['a full-width number after a full-width space', 'tidal　７', 'Marin So'],
  ])('by %s', (_what, keyword, name) => {
    expect(findNames(keyword)).toEqual([name]);
  });

  test('of one team only, and all without a text', () => {
    expect(findNames('', 'firefly')).toEqual(['Lumi Tang', 'Élodie Hsu']);
    expect(findNames('  ')).toHaveLength(3);
  });

  test('and none if one of the words does not match', () => {
    expect(findNames('marin firefly')).toEqual([]);
    expect(findNames('so', 'firefly')).toEqual([]);
  });

  test('by more than a word that every team has in its name', () => {
    expect(findNames('te')).toEqual([]);
    expect(findNames('隊')).toEqual([]);
  });
});

test('idols are sorted by rank, by number, or by name as the language sorts names', () => {
  const order = (sort: Parameters<typeof sortIdols>[1], language: Parameters<typeof sortIdols>[2]) =>
    sortIdols(idols, sort, language).map(({ number }) => number);
  expect(order('rank', 'en_US')).toEqual([7, 17, 1]);
  expect(order('number', 'en_US')).toEqual([1, 7, 17]);
  expect(order('name', 'en_US')).toEqual([17, 1, 7]);
  const chinese = idols.map(({ names, ...rest }) => ({ ...rest, names, name: names.zh_TW }));
  // By strokes of the first character: 許 has 11, 湯 12, 蘇 20.
  expect(sortIdols(chinese, 'name', 'zh_TW').map(({ name }) => name)).toEqual(['許多霏', '湯露米', '蘇瑪凜']);
});

test('a withdrawn idol is named only to a fan who looks for her or voted for her', () => {
  const findWithdrawn = (keyword: string, mine: readonly string[] = []) =>
    withdrawnToName(idols, { keyword, fold, mine }).map(({ name }) => name);
  expect(findWithdrawn('')).toEqual([]);
  expect(findWithdrawn('苏玛')).toEqual(['Marin So']);
  expect(findWithdrawn('', ['1'])).toEqual(['Lumi Tang']);
  expect(findWithdrawn('marin', ['1'])).toEqual(['Lumi Tang', 'Marin So']);
});
