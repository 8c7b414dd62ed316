import type { Entry, PackDraft } from './pack.ts';
import type { PackTime } from './pack-time.ts';
import type { Problem } from './problem.ts';

/** What a schema of one entry cannot see: references, things that must differ, times in their order. */
export function crossChecks(draft: PackDraft): Problem[] {
  const broken = references(draft);
  return [
    ...broken,
    ...repeats(draft),
    ...timesInOrder(draft),
    ...prizesApart(draft),
    // Who stands where is only known once all references lead somewhere.
    ...(broken.length === 0 ? [...teamsWithIdols(draft), ...simulationFits(draft)] : []),
  ];
}

function unknown(kind: string, id: string, ids: ReadonlySet<string>): string {
  return `is "${id}", which is no ${kind} of this pack; expected one of ${[...ids].join(', ')}`;
}

function references({ teams, idols, activities, offers, votePacks }: PackDraft): Problem[] {
  const problems: Problem[] = [];
  const teamIds = teams.ids;
  const activityIds = activities.ids;
  if (teamIds) {
    for (const idol of idols.entries) {
      const id = idol.value.team;
      if (!teamIds.has(id)) problems.push(idol.problem(['team'], unknown('team', id, teamIds)));
    }
    for (const activity of activities.entries) {
      for (const [index, id] of activity.value.teams.entries()) {
        if (!teamIds.has(id)) problems.push(activity.problem(['teams', index], unknown('team', id, teamIds)));
      }
    }
  }
  if (activityIds) {
    for (const sale of [...offers.entries, ...votePacks.entries]) {
      const id = sale.value.activity;
      if (!activityIds.has(id)) problems.push(sale.problem(['activity'], unknown('activity', id, activityIds)));
    }
  }
  return problems;
}

/** Things that must be different from one entry to the next; ids are seen to when a list is read. */
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

function timesInOrder({ activities, tasks, offers }: PackDraft): Problem[] {
  return [
    ...activities.entries.flatMap((entry) =>
      order(entry, { opens: entry.value.opensAt, closes: entry.value.closesAt, field: 'closesAt' }),
    ),
    ...offers.entries.flatMap((entry) =>
      order(entry, { opens: entry.value.opensAt, closes: entry.value.closesAt, field: 'closesAt' }),
    ),
    ...tasks.entries.flatMap((entry) =>
      order(entry, { opens: entry.value.opensAt, closes: entry.value.endsAt, field: 'endsAt' }),
    ),
  ];
}

/** A duration and a date cannot be put into an order before the pack is applied, so they may not stand together. */
function order(
  { problem }: Entry<unknown>,
  { opens, closes, field }: { opens: PackTime | undefined; closes: PackTime | undefined; field: string },
): Problem[] {
  if (!opens || !closes) return [];
  if (opens.kind !== closes.kind) {
    return [problem([field], 'is not written the way opensAt is; expected both as durations or both as dates')];
  }
  return closes.ms > opens.ms ? [] : [problem([field], 'is not after opensAt; expected a later time')];
}

function prizesApart({ activities }: PackDraft): Problem[] {
  return activities.entries.flatMap(({ value: activity, problem }) => {
    let last = 0;
    return activity.prizes.flatMap(({ ranks: [from, to] }, index) => {
      const problems =
        from > last
          ? []
          : [
              problem(
                ['prizes', index, 'ranks'],
                `begins at ${from}, but the ranks up to ${last} have a prize; expected ranks in order, each once`,
              ),
            ];
      last = Math.max(last, to);
      return problems;
    });
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

function simulationFits({ simulation, activities, idols }: PackDraft): Problem[] {
  if (!simulation || !activities.ids || !idols.ids) return [];
  const { activity: activityId, popularity } = simulation.value;
  if (!activities.ids.has(activityId))
    return [simulation.problem(['activity'], unknown('activity', activityId, activities.ids))];
  const activity = activities.entries.find((entry) => entry.value.id === activityId);
  if (!activity) return [];
  const candidates = new Set(
    idols.entries.filter((idol) => activity.value.teams.includes(idol.value.team)).map((idol) => idol.value.id),
  );
  return [
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

/** An idol whose entry has problems of its own, which are told already. */
function isUnread(id: string, { idols }: Pick<PackDraft, 'idols'>): boolean {
  return idols.ids?.has(id) === true && !idols.entries.some((idol) => idol.value.id === id);
}
