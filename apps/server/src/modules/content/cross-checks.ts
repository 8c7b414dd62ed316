import { languages } from '@lightstick/contract';
import { normaliseText } from '#/lib/normalise-text.ts';
import { activityChecks, orderProblems, simulationMayVote, songChecks } from './activity-checks.ts';
import { luckChecks } from './luck-checks.ts';
import type { PackEntry, PackDraft } from './pack.ts';
import { type Problem, describeUnknown } from './yaml-file.ts';
import { quizChecks, riddleChecks } from './quiz-checks.ts';
import type { LiveRoom } from './schema/live.ts';
import type { Simulation } from './schema/activities.ts';
import { stakingChecks } from './staking-checks.ts';

/** Checks that no schema of one entry can make: references, uniqueness, order of times. */
export function crossChecks(draft: PackDraft): Problem[] {
  const broken = references(draft);
  return [
    ...broken,
    ...repeats(draft),
    ...timesInOrder(draft),
    ...activityChecks(draft),
    ...budgetsForOneReward(draft),
    ...quizChecks(draft),
    ...riddleChecks(draft),
    ...songChecks(draft),
    ...nftChecks(draft),
    ...best7Checks(draft),
    ...luckChecks(draft),
    ...stakingChecks(draft),
    ...liveChecks(draft),
    ...faqChecks(draft),
    // Membership is only known once every reference resolves.
    ...(broken.length === 0 ? [...teamsWithIdols(draft), ...simulationFits(draft)] : []),
  ];
}

function references({ teams, idols, activities, tasks, offers, votePacks }: PackDraft): Problem[] {
  const problems: Problem[] = [];
  const teamIds = teams.ids;
  const activityIds = activities.ids;
  if (teamIds) {
    for (const idol of idols.entries) {
      const id = idol.value.team;
      if (!teamIds.has(id)) problems.push(idol.problem(['team'], describeUnknown('team', id, teamIds)));
    }
    for (const activity of activities.entries) {
      for (const [index, id] of activity.value.teams.entries()) {
        if (!teamIds.has(id)) problems.push(activity.problem(['teams', index], describeUnknown('team', id, teamIds)));
      }
    }
  }
  if (activityIds) {
    for (const sale of [...offers.entries, ...votePacks.entries]) {
      const id = sale.value.activity;
      if (!activityIds.has(id)) problems.push(sale.problem(['activity'], describeUnknown('activity', id, activityIds)));
    }
    for (const { value: task, problem } of tasks.entries) {
      const id = task.activity;
      if (id !== undefined && !activityIds.has(id))
        problems.push(problem(['activity'], describeUnknown('activity', id, activityIds)));
    }
  }
  return problems;
}

/** Reports values that two entries share. Reading a list already checks ids. */
function repeats({ idols, activities }: PackDraft): Problem[] {
  const problems: Problem[] = [];
  const wearers = new Map<number, string>();
  for (const { value: idol, problem } of idols.entries) {
    const wearer = wearers.get(idol.number);
    if (wearer)
      problems.push(problem(['number'], `is ${idol.number}, which idol ${wearer} wears; expected one of her own`));
    else wearers.set(idol.number, idol.id);
  }
  const assets = new Map<string, string>();
  for (const { value: activity, problem } of activities.entries) {
    for (const field of ['ticketAsset', 'voteAsset'] as const) {
      const asset = activity[field];
      const other = assets.get(asset);
      if (other) problems.push(problem([field], `is "${asset}", which is ${other}; expected an asset of its own`));
      else assets.set(asset, `the ${field} of activity ${activity.id}`);
    }
    for (const [index, team] of activity.teams.entries()) {
      if (activity.teams.indexOf(team) < index)
        problems.push(problem(['teams', index], `is "${team}" again; expected each team once`));
    }
  }
  return problems;
}

function timesInOrder({ activities, riddleRounds, best7Polls, tasks, banners, offers, nfts }: PackDraft): Problem[] {
  return [
    ...activities.entries.flatMap(({ value, problem }) =>
      orderProblems(problem, { opens: value.opensAt, closes: value.closesAt, path: ['closesAt'] }),
    ),
    ...[...offers.entries, ...riddleRounds.entries, ...best7Polls.entries, ...nfts.entries].flatMap(
      ({ value, problem }) =>
        orderProblems(problem, { opens: value.opensAt, closes: value.closesAt, path: ['closesAt'] }),
    ),
    ...[...tasks.entries, ...banners.entries].flatMap(({ value, problem }) =>
      orderProblems(problem, { opens: value.opensAt, closes: value.endsAt, path: ['endsAt'] }),
    ),
  ];
}

function budgetsForOneReward({ tasks }: PackDraft): Problem[] {
  return tasks.entries.flatMap(({ value: task, problem }) => {
    const reward = 'reward' in task ? task.reward : Math.max(...task.rewards);
    if (task.budget >= reward) return [];
    return [problem(['budget'], `is ${task.budget}, but one reward is ${reward}; expected at least that`)];
  });
}

function teamsWithIdols({ teams, idols }: PackDraft): Problem[] {
  if (!idols.ids || idols.entries.length < idols.ids.size) return [];
  const inhabited = new Set(idols.entries.map((idol) => idol.value.team));
  return teams.entries
    .filter((team) => !inhabited.has(team.value.id))
    .map((team) =>
      team.problem(['id'], `is "${team.value.id}", which no idol belongs to; expected at least one in idols.yaml`),
    );
}

function simulationFits(draft: PackDraft): Problem[] {
  const { simulation } = draft;
  if (!simulation) return [];
  const { past } = simulation.value;
  return [
    ...historyFits(draft, simulation),
    ...past.flatMap((value, index) =>
      historyFits(draft, {
        value,
        problem: (path, message) => simulation.problem(['past', index, ...path], message),
      }),
    ),
    ...past.flatMap(({ activity }, index) =>
      [simulation.value, ...past.slice(0, index)].some((other) => other.activity === activity)
        ? [simulation.problem(['past', index, 'activity'], `is "${activity}" again; expected each activity once`)]
        : [],
    ),
  ];
}

type History = Pick<Simulation, 'activity' | 'popularity'>;

function historyFits({ activities, idols }: PackDraft, simulation: PackEntry<History>): Problem[] {
  if (!activities.ids || !idols.ids) return [];
  const { activity: activityId, popularity } = simulation.value;
  if (!activities.ids.has(activityId))
    return [simulation.problem(['activity'], describeUnknown('activity', activityId, activities.ids))];
  const activity = activities.entries.find((entry) => entry.value.id === activityId);
  if (!activity) return [];
  const candidates = new Set(
    idols.entries.filter((idol) => activity.value.teams.includes(idol.value.team)).map((idol) => idol.value.id),
  );
  return [
    ...simulationMayVote(simulation, activity.value),
    ...Object.keys(popularity)
      .filter((id) => !candidates.has(id) && !isUnread(id, { idols }))
      .map((id) =>
        simulation.problem(['popularity', id], `is no idol of activity ${activityId}; expected one that stands in it`),
      ),
    ...[...candidates]
      .filter((id) => popularity[id] === undefined)
      .map((id) =>
        simulation.problem(
          ['popularity', id],
          `is missing; expected a weight and momentum for every idol of activity ${activityId}`,
        ),
      ),
  ];
}

/** Returns whether an idol's entry has problems, which are already reported. */
function isUnread(id: string, { idols }: Pick<PackDraft, 'idols'>): boolean {
  return idols.ids?.has(id) === true && !idols.entries.some((idol) => idol.value.id === id);
}

const namedOnABallot = 7;

/** Checks that each poll has its own activity, with enough idols. */
function best7Checks({ best7Polls, activities, idols }: PackDraft): Problem[] {
  const { ids } = activities;
  if (!ids) return [];
  const seen = new Set<string>();
  return best7Polls.entries.flatMap(({ value: poll, problem }) => {
    const id = poll.activity;
    if (!ids.has(id)) {
      return [
        problem(['activity'], `is "${id}", which is no activity of this pack; expected one of ${[...ids].join(', ')}`),
      ];
    }
    if (seen.has(id)) return [problem(['activity'], `is "${id}" again; expected one poll for each activity`)];
    seen.add(id);
    const activity = activities.entries.find(({ value }) => value.id === id)?.value;
    // The number of candidates is only known when every idol could be read.
    if (!activity || !idols.ids || idols.entries.length < idols.ids.size) return [];
    const candidates = idols.entries.filter(({ value }) => activity.teams.includes(value.team)).length;
    if (candidates >= namedOnABallot) return [];
    return [problem(['activity'], `is "${id}", in which ${candidates} idols stand; expected at least seven`)];
  });
}

/**
 * Checks that ids differ between NFTs and vote packs, because orders name goods by id alone, and that an edition
 * reserves at most its size.
 */
function nftChecks({ nfts, votePacks }: Pick<PackDraft, 'nfts' | 'votePacks'>): Problem[] {
  return nfts.entries.flatMap(({ value: { id, reserved, size }, problem }) => [
    ...(votePacks.ids?.has(id) ? [problem(['id'], `is "${id}", which is a vote pack; expected an id of its own`)] : []),
    ...(reserved > size ? [problem(['reserved'], `is ${reserved}; expected at most the size, ${size}`)] : []),
  ]);
}

/** Checks that a way to ask belongs to one entry, so that its meaning is clear. */
function faqChecks({ faq }: PackDraft): Problem[] {
  const owners = new Map<string, string>();
  return faq.entries.flatMap(({ value: { id, asks }, problem }) =>
    languages.flatMap((language) =>
      asks[language].flatMap((ask, index) => {
        const key = normaliseText(ask);
        const owner = owners.get(key);
        owners.set(key, owner ?? id);
        if (owner === undefined) return [];
        return [
          problem(['asks', language, index], `is "${ask}", which "${owner}" has; expected a question of one entry`),
        ];
      }),
    ),
  );
}

/** Checks that each room has the picture and the window of its source, and an idol of the pack. */
function liveChecks({ liveRooms, idols }: PackDraft): Problem[] {
  return liveRooms.entries.flatMap((entry) => {
    const { value: room, problem } = entry;
    const { idol } = room;
    return [
      ...pictureProblems(entry),
      ...windowProblems(entry),
      ...(idol === undefined || !idols.ids || idols.ids.has(idol)
        ? []
        : [problem(['idol'], describeUnknown('idol', idol, idols.ids))]),
    ];
  });
}

function pictureProblems({ value: { source, recording, address }, problem }: PackEntry<LiveRoom>): Problem[] {
  const isRecorded = source === 'recording' || source === 'loop';
  const problems: Problem[] = [];
  if (isRecorded && recording === undefined)
    problems.push(problem(['recording'], 'is missing; expected its recording'));
  if (!isRecorded && recording !== undefined) {
    problems.push(problem(['recording'], `is not for the source ${source}; expected none`));
  }
  if (source === 'external' && address === undefined) {
    problems.push(problem(['address'], 'is missing; expected the https:// address of an HLS playlist'));
  }
  if (source !== 'external' && address !== undefined) {
    problems.push(problem(['address'], `is not for the source ${source}; expected none`));
  }
  return problems;
}

function windowProblems({ value: room, problem }: PackEntry<LiveRoom>): Problem[] {
  const { opensAt, closesAt, afterStart, lasts, source } = room;
  if (afterStart !== undefined) {
    const others = (['opensAt', 'closesAt'] as const).filter((field) => room[field] !== undefined);
    const stray = others.map((field) => problem([field], 'is beside afterStart; expected afterStart and lasts alone'));
    return lasts === undefined
      ? [problem(['lasts'], 'is missing; expected how long the room is open, such as PT30M'), ...stray]
      : stray;
  }
  if (lasts !== undefined) return [problem(['lasts'], 'is without afterStart; expected closesAt')];
  if (!opensAt) return [problem(['opensAt'], 'is missing; expected when the room opens, or afterStart and lasts')];
  if (!closesAt && source !== 'loop') {
    return [problem(['closesAt'], 'is missing; expected when the room closes, but for a loop')];
  }
  return orderProblems(problem, { opens: opensAt, closes: closesAt, path: ['closesAt'] });
}
