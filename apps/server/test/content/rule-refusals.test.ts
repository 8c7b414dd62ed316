import { describe, expect, test } from 'vitest';
import { problemsAfter, withoutSimulation } from './small-pack.ts';

const problemsWith = (rules: string): Promise<string[]> =>
  problemsAfter(['activities.yaml', '    coverSeed: small\n', `${rules}    coverSeed: small\n`], withoutSimulation);

const steps = (list: string) =>
  problemsAfter(['activities.yaml', '    votesPerTicket: 10\n', `    priceSteps: ${list}\n`]);

describe('price steps', () => {
  test('begin at the first ticket and rise', async () => {
    expect(await steps('[{ fromTicket: 1, votesPerTicket: 10 }, { fromTicket: 2, votesPerTicket: 12 }]')).toEqual([]);
    expect(await steps('[{ fromTicket: 2, votesPerTicket: 10 }, { fromTicket: 2, votesPerTicket: 8 }]')).toEqual([
      'activities.yaml:13 activities[0].priceSteps[0].fromTicket: is 2; ' +
        'expected 1, because the first step begins there',
      'activities.yaml:13 activities[0].priceSteps[1].fromTicket: is 2; expected at least 3, after the one before',
    ]);
  });

  test('stand in place of one price for all, and one of the two must be there', async () => {
    expect(await problemsAfter(['activities.yaml', '    votesPerTicket: 10\n', ''])).toEqual([
      'activities.yaml:2 activities[0].votesPerTicket: is missing; ' +
        'expected what a ticket is worth, here or by priceSteps',
    ]);
    expect(await problemsWith('    priceSteps: [{ fromTicket: 1, votesPerTicket: 10 }]\n')).toEqual([
      'activities.yaml:13 activities[0].votesPerTicket: is there beside priceSteps; expected one of the two',
    ]);
  });
});

describe('limits near the end', () => {
  test('narrow towards the end', async () => {
    expect(
      await problemsWith(`    endingLimits:
      - { withinMinutes: 60, votes: 100 }
      - { withinMinutes: 60, votes: 101 }
`),
    ).toEqual([
      'activities.yaml:16 activities[0].endingLimits[1].withinMinutes: is 60; expected less than 60, the one before',
      'activities.yaml:16 activities[0].endingLimits[1].votes: is 101; ' +
        'expected at most 100, which the one before allows',
    ]);
  });

  test('allow at most the daily cap, and reach no further back than a round is long', async () => {
    expect(await problemsWith('    endingLimits: [{ withinMinutes: 5040, votes: 501 }]\n')).toEqual([
      'activities.yaml:14 activities[0].endingLimits[0].votes: is 501; ' +
        'expected at most 500, which the daily cap allows',
      'activities.yaml:14 activities[0].endingLimits[0].withinMinutes: is 5040; ' +
        'expected at most 5039, because a round has no more minutes',
    ]);
    expect(await problemsWith('    displayFreezeMinutes: 5040\n')).toEqual([
      'activities.yaml:14 activities[0].displayFreezeMinutes: is 5040; ' +
        'expected at most 5039, because a round has no more minutes',
    ]);
  });
});

describe('the share of other than free votes', () => {
  test('leaves one of them a day at least', async () => {
    expect(await problemsWith('    paidShareMaxPercent: 25\n')).toEqual([]);
    expect(await problemsWith('    paidShareMaxPercent: 24\n')).toEqual([
      'activities.yaml:14 activities[0].paidShareMaxPercent: is 24; expected at least 25, ' +
        'or more free votes, because beside 3 a day no other vote could be cast',
    ]);
    expect(
      await problemsAfter(
        ['activities.yaml', 'freeVotesPerDay: 3', 'freeVotesPerDay: 0\n    paidShareMaxPercent: 99'],
        withoutSimulation,
      ),
    ).toEqual([
      'activities.yaml:12 activities[0].paidShareMaxPercent: is 99; expected nothing, because there are no free votes',
    ]);
  });
});

describe('a simulated past', () => {
  const withSimulation = (rules: string) =>
    problemsAfter(['activities.yaml', '    coverSeed: small\n', `${rules}    coverSeed: small\n`]);

  test('is not for an activity whose rules would refuse it', async () => {
    const expected = 'expected an activity without, or no simulation';
    expect(await withSimulation('    paidShareMaxPercent: 80\n')).toEqual([
      `simulation.yaml:1 activity: is "7", which has a paidShareMaxPercent; ${expected}`,
    ]);
    const rounds = '[{ opensAt: -P2D, closesAt: -P1D, goOn: 1 }, { opensAt: +PT1H, closesAt: +P1DT12H }]';
    expect(await withSimulation(`    rounds: ${rounds}\n`)).toEqual([
      `simulation.yaml:1 activity: is "7", which has 2 rounds; ${expected}`,
    ]);
    expect(await withSimulation('    rounds: [{ opensAt: -P2D, closesAt: +P1DT12H }]\n')).toEqual([]);
  });
});

describe('numbers out of range', () => {
  test.each([
    ['paidShareMaxPercent: 100', 'paidShareMaxPercent: is 100; expected a whole number from 1 to 99'],
    ['minAccountAgeHours: -1', 'minAccountAgeHours: is -1; expected a whole number from 0 to 8760'],
    ['tieRule: coinToss', 'tieRule: is "coinToss"; expected one of reachedFirst, sharedPlace'],
    [
      'quarantine: { decideWithinHours: 24, ifUndecided: released }',
      'quarantine: is {"decideWithinHours":24,"ifUndecided":"released"}; ' +
        'expected at least one of callsPerMinute, fansPerDevice, fansPerAddress',
    ],
  ])('are refused: %s', async (rule, problem) => {
    expect(await problemsWith(`    ${rule}\n`)).toEqual([`activities.yaml:14 activities[0].${problem}`]);
  });
});

describe('rounds', () => {
  const rounds = (first: string, second: string, more = '') =>
    problemsWith(`    rounds:\n      - { ${first} }\n      - { ${second} }\n${more}`);
  const first = 'opensAt: -P2D, closesAt: -P1D, goOn: 1';
  const second = 'opensAt: +PT1H, closesAt: +P1DT12H';

  test('follow each other from the opening to the close', async () => {
    expect(await rounds(first, second)).toEqual([]);
    expect(await rounds('opensAt: -P3D, closesAt: -P1D, goOn: 1', 'opensAt: +PT1H, closesAt: +P1D')).toEqual([
      'activities.yaml:15 activities[0].rounds[0].opensAt: is not opensAt of the activity; expected the same time',
      'activities.yaml:16 activities[0].rounds[1].closesAt: is not closesAt of the activity; expected the same time',
    ]);
    expect(await rounds('opensAt: -P2D, closesAt: -P3D, goOn: 1', second)).toEqual([
      'activities.yaml:15 activities[0].rounds[0].closesAt: is not after opensAt; expected a later time',
    ]);
  });

  test('leave 5 minutes between them, and with a quarantine the time to decide about it', async () => {
    expect(await rounds(first, 'opensAt: -P1D, closesAt: +P1DT12H')).toEqual([
      'activities.yaml:16 activities[0].rounds[1].opensAt: is too early; ' +
        'expected at least 5 minutes after the close of the round before',
    ]);
    const quarantine = '    quarantine: { callsPerMinute: 30, decideWithinHours: 25, ifUndecided: released }\n';
    expect(await rounds(first, second, quarantine)).toEqual([
      'activities.yaml:16 activities[0].rounds[1].opensAt: is too early; ' +
        'expected at least 25 hours and 5 minutes after the close of the round before, ' +
        'so that votes in quarantine are decided',
    ]);
  });

  test('say of each but the last how many go on, and ever fewer do', async () => {
    expect(await rounds('opensAt: -P2D, closesAt: -P1D', `${second}, goOn: 1, carries: true`)).toEqual([
      'activities.yaml:15 activities[0].rounds[0].goOn: is missing; expected how many go on to the next round',
      'activities.yaml:16 activities[0].rounds[1].goOn: is there; expected nothing, because no round follows',
      'activities.yaml:16 activities[0].rounds[1].carries: is there; expected nothing, because no round follows',
    ]);
    expect(await rounds('opensAt: -P2D, closesAt: -P1D, goOn: 2', second)).toEqual([
      'activities.yaml:15 activities[0].rounds[0].goOn: is 2; expected at most 1, fewer than stand in the round',
    ]);
  });
});
