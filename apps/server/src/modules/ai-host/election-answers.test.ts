import { describe, expect, it } from 'vitest';
import { knownEvent } from '../../../test/ai-host/known-event.ts';
import { hostSays } from '../../../test/ai-host/demo-knowledge.ts';
import type { HostFacts } from './facts.ts';

it.each([
  [
    'en_US',
    'Who is leading?',
    'Lumi Tang leads with 18,420 votes. Counts have been frozen since November 28th, 21:00 (Taipei).',
  ],
  ['zh_TW', '現在誰是第一名？', '目前由湯露米領先，18,420 票。票數自 11月28日 21:00（台北時間）起凍結顯示。'],
] as const)('counts that are hidden from now on are said to be: %s', (language, question, text) => {
  const facts = knownEvent(language);
  const election = facts.election && { ...facts.election, frozenAt: new Date('2026-11-28T13:00:00Z') };
  expect(hostSays(question, { ...facts, election }).text).toBe(text);
});

it('without an election the host does not know', () => {
  const facts: HostFacts = { ...knownEvent('en_US'), election: null };
  expect(hostSays('Who is leading?', facts).outcome).toBe('unknown');
});

type Election = NonNullable<HostFacts['election']>;

/** Returns what the host says with other counts of the first idols, or another state of the election. */
function answerWith(question: string, votes: readonly number[], state: Election['activity']['state'] = 'open') {
  const facts = knownEvent('en_US');
  const election = facts.election as Election;
  const idols = election.idols.map((idol, index) => ({ ...idol, votes: votes[index] ?? 0 }));
  const teams = election.teams.map((team, index) => ({ ...team, votes: votes[index] ?? 0 }));
  const activity = { ...election.activity, state };
  return hostSays(question, { ...facts, election: { ...election, activity, idols, teams } });
}

it('leads with no votes are none', () => {
  expect(answerWith('Who is leading?', []).outcome).toBe('unknown');
  expect(answerWith('Which team is leading?', []).outcome).toBe('unknown');
});

it('an ended election has a first place and no lead', () => {
  expect(answerWith('Who is leading?', [9, 5], 'final').text).toBe('Lumi Tang is in first place with 9 votes.');
  expect(answerWith('Which team is leading?', [9, 5], 'final').text).toBe(
    'Team Firefly is first of the teams with 9 votes.',
  );
});

it.each(['Who is leading?', 'How close is it between Lumi and Sanna?'])(
  'equal counts are said to be: %s',
  (question) => {
    expect(answerWith(question, [9, 9]).text).toBe('Lumi Tang and Sanna Ho both have 9 votes.');
  },
);

it('songs without nominations are in no list', () => {
  const facts = knownEvent('en_US');
  const withoutVotes = facts.songs.songs.map((song) => ({ ...song, votes: 0, nominations: 0, nominationRank: 5 }));
  const songs = { ...facts.songs, songs: withoutVotes };
  expect(hostSays('What are the top songs?', { ...facts, songs }).outcome).toBe('unknown');
});

describe('of a withdrawn idol the host says that she has left', () => {
  const left = 'Wren Sung has withdrawn from this election. Votes cast for her stay in your records.';
  const leftInChinese = '宋小鷦已退出這次活動，投給她的票仍保留在你的紀錄中。';

  it.each([
    'How many votes does Wren have?',
    'wren sung?',
    'What place is WREN in?',
    'Why can’t I find Wren Sung anymore',
    'How far is Lumi ahead of Wren?',
    'Which idol has number 25?',
  ])('%s', (question) => {
    expect(hostSays(question, knownEvent('en_US'))).toMatchObject({ text: left, outcome: 'answered' });
  });

  it.each(['宋小鷦現在第幾名？', '小鷦有幾票', '怎麼找不到宋小鷦了', '25 號是誰？'])('%s', (question) => {
    expect(hostSays(question, knownEvent('zh_TW'))).toMatchObject({ text: leftInChinese, outcome: 'answered' });
  });

  it('and answers what else the text asks', () => {
    expect(hostSays('Where is Wren? When does the voting end?', knownEvent('en_US')).text).toBe(
      `${left} Voting ends November 28th, 22:00 (Taipei).`,
    );
  });

  it('and names both of two', () => {
    const facts = knownEvent('en_US');
    const withdrawn = ['Wren Sung', 'Ivo Lam'].map((name, index) => ({ name, names: [name], number: 30 + index }));
    const election = { ...(facts.election as Election), withdrawn };
    expect(hostSays('What about Wren and Ivo?', { ...facts, election }).text).toBe(
      'Wren Sung and Ivo Lam have withdrawn from this election. Votes cast for them stay in your records.',
    );
  });

  it('while the name of an idol who takes part means her', () => {
    const facts = knownEvent('en_US');
    const election = {
      ...(facts.election as Election),
      withdrawn: [{ name: 'Lumi Sung', names: ['Lumi Sung'], number: 30 }],
    };
    expect(hostSays('How many votes does Lumi have?', { ...facts, election }).text).toBe(
      'Lumi Tang is in place 1 with 18,420 votes.',
    );
    expect(hostSays('How many votes does Lumi Sung have?', { ...facts, election }).text).toContain('has withdrawn');
  });
});
