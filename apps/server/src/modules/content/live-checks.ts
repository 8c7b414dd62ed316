import { orderProblems } from './activity-checks.ts';
import type { Entry, PackDraft } from './pack.ts';
import { type Problem, unknown } from './problem.ts';
import type { LiveRoom } from './schema/live.ts';

/** Each room has the picture and the window of its source, and an idol of the pack. */
export function liveChecks({ liveRooms, idols }: PackDraft): Problem[] {
  return liveRooms.entries.flatMap((entry) => {
    const { value: room, problem } = entry;
    const { idol } = room;
    return [
      ...pictureProblems(entry),
      ...windowProblems(entry),
      ...(idol === undefined || !idols.ids || idols.ids.has(idol)
        ? []
        : [problem(['idol'], unknown('idol', idol, idols.ids))]),
    ];
  });
}

function pictureProblems({ value: { source, recording, address }, problem }: Entry<LiveRoom>): Problem[] {
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

function windowProblems({ value: room, problem }: Entry<LiveRoom>): Problem[] {
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
