import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { makeThrowawayFolder } from './throwaway-folder.mjs';

it('What a killed run has left is removed by the next, and what a living one or others have there is not.', () => {
  const place = mkdtempSync(join(tmpdir(), 'lightstick-'));
  try {
    const ended = spawnSync(process.execPath, ['-e', '']).pid;
    const left = join(place, `lightstick-test-${ended}-aB3xYz`);
    const kept = [join(place, `lightstick-test-${process.ppid}-aB3xYz`), join(place, `tests-${ended}-aB3xYz`)];
    for (const folder of [left, ...kept]) mkdirSync(folder);
    writeFileSync(join(left, 'a-file'), '');

    const folder = makeThrowawayFolder([place]);
    expect(dirname(folder)).toBe(place);
    expect(folder).toContain(`lightstick-test-${process.pid}-`);
    expect(existsSync(left)).toBe(false);
    expect(kept.filter((path) => !existsSync(path))).toEqual([]);
  } finally {
    rmSync(place, { recursive: true });
  }
});

it('A place that is full of what such a run has left is swept before it is judged to be full.', () => {
  const [full, other] = [mkdtempSync(join(tmpdir(), 'lightstick-')), mkdtempSync(join(tmpdir(), 'lightstick-'))];
  try {
    const left = join(full, `lightstick-test-${spawnSync(process.execPath, ['-e', '']).pid}-aB3xYz`);
    mkdirSync(left);
    expect(dirname(makeThrowawayFolder([full, other], (place) => place !== full || !existsSync(left)))).toBe(full);
    expect(dirname(makeThrowawayFolder([full, other], (place) => place !== full))).toBe(other);
  } finally {
    for (const place of [full, other]) rmSync(place, { recursive: true });
  }
});
