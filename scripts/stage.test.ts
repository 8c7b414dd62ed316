import { expect, it, vi } from 'vitest';
import { addUp, checkOnce, runLanes, runProgram, runStages } from './stage.mjs';

function collectPrinted() {
  const lines: string[] = [];
  const keep = (text: unknown) => lines.push(String(text).trim());
  vi.spyOn(console, 'log').mockImplementation(keep);
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => keep(text) > 0);
  return lines;
}

const node = (heading: string, script: string) => checkOnce(heading, process.execPath, ['-e', script]);

it('Stages at once show their output one after the other, and a failed one stops none.', async () => {
  const lines = collectPrinted();
  try {
    // The first one ends only when the second one has ended its own work, so they do run at once.
    const { promise: secondEnded, resolve: endSecond } = Promise.withResolvers<void>();
    const results = await runStages(
      [
        { heading: 'First', run: () => secondEnded.then(() => ({ passed: 1, failed: 0 })) },
        {
          heading: 'Second',
          run: async (output) => {
            const totals = await node('', "console.log('said by the second'); process.exit(3)").run(output);
            endSecond();
            return totals;
          },
        },
        node('Third', "console.error('said by the third')"),
      ],
      2,
    );
    expect(results.map(({ heading, failed }) => [heading, failed])).toEqual([
      ['First', 0],
      ['Second', 1],
      ['Third', 0],
    ]);
    expect(addUp(results)).toMatchObject({ passed: 2, failed: 1, failures: ['Second: 1 failed'] });
    const second = lines.indexOf('── Second');
    expect(lines[second + 1]).toBe('said by the second');
    expect(lines[lines.indexOf('── Third') + 1]).toBe('said by the third');
  } finally {
    vi.restoreAllMocks();
  }
});

it('Lanes run at once, the stages of each in order, and each stage says when it begins.', async () => {
  const lines = collectPrinted();
  try {
    // Each waits for a stage of the other lane, so both lanes do run at once.
    const [left, right] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const results = await runLanes([
      [
        { heading: 'First', run: () => right.promise.then(() => ({ passed: 0, failed: 1 })) },
        {
          heading: 'Second',
          run: () => {
            left.resolve();
            return Promise.resolve({ passed: 1, failed: 0 });
          },
        },
      ],
      [
        {
          heading: 'Third',
          run: () => {
            right.resolve();
            return left.promise.then(() => ({ passed: 1, failed: 0 }));
          },
        },
      ],
    ]);
    expect(results.map(({ heading, failed }) => [heading, failed])).toEqual([
      ['First', 1],
      ['Second', 0],
      ['Third', 0],
    ]);
    expect(lines.filter((line) => line.endsWith(': begins'))).toEqual([
      'First: begins',
      'Third: begins',
      'Second: begins',
    ]);
  } finally {
    vi.restoreAllMocks();
  }
});

const said = (output: readonly Buffer[]) => Buffer.concat(output).toString();

it('A program that cannot be started has failed.', async () => {
  const output: Buffer[] = [];
  await expect(checkOnce('Lost', '/no/such/program', []).run(output)).resolves.toEqual({ passed: 0, failed: 1 });
  expect(said(output)).toMatch('/no/such/program could not be started');
});

it('A program that hangs is ended, has failed, and shows what it said until then.', async () => {
  const output: Buffer[] = [];
  const hanging = ['-e', "console.log('begun'); setInterval(() => {}, 1000)"];
  await expect(runProgram(process.execPath, hanging, { output, runMs: 1000 })).resolves.toBe(false);
  expect(said(output)).toMatch(/^begun\n.* was ended by SIGKILL; its limit is 1 s\.\n$/);
});

it('A program has ended even if a process that it started holds its output open.', async () => {
  const output: Buffer[] = [];
  const leaving = `const { spawn } = require('node:child_process');
    const child = spawn('sleep', ['60'], { stdio: 'inherit', detached: true });
    child.unref();
    console.log(child.pid);`;
  await expect(runProgram(process.execPath, ['-e', leaving], { output, lastOutputMs: 50 })).resolves.toBe(true);
  expect(said(output)).toMatch('left a process behind that holds its output open');
  process.kill(Number.parseInt(said(output), 10));
});
