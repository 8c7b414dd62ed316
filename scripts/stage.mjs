import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The two cores of a small machine, for which the times of tests are promised. */
export const cores = Math.max(2, availableParallelism());

/**
 * How many passed and failed, what is to be read of each failure, what was left out, and how long each test file took.
 *
 * @typedef {{ passed: number, failed: number, failures?: readonly string[], leftOut?: readonly string[],
 *   files?: readonly FileTime[] }} Totals
 * @typedef {{ file: string, seconds: number }} FileTime
 */

/**
 * Where a program writes: to the terminal, or into a list that is shown as a whole when the stage has ended.
 *
 * @typedef {'inherit' | Buffer[]} Output
 * @typedef {{ heading: string, run: (output: Output) => Promise<Totals> }} Stage
 * @typedef {Required<Totals> & { heading: string, seconds: number }} StageResult
 */

/** @param {readonly Totals[]} parts @returns {Required<Totals>} */
export function addUp(parts) {
  return {
    passed: parts.reduce((sum, part) => sum + part.passed, 0),
    failed: parts.reduce((sum, part) => sum + part.failed, 0),
    failures: parts.flatMap((part) => part.failures ?? []),
    leftOut: parts.flatMap((part) => part.leftOut ?? []),
    files: parts.flatMap((part) => part.files ?? []),
  };
}

/**
 * Runs stages in the order given, also after one has failed. Of several at once each shows its output when it has ended.
 *
 * @param {readonly Stage[]} stages
 * @param {number} [atOnce]
 * @returns {Promise<StageResult[]>} in the order given
 */
export async function runStages(stages, atOnce = 1) {
  /** @type {StageResult[]} */
  const results = [];
  const waiting = stages.entries();
  const work = async () => {
    for (const [index, stage] of waiting) results[index] = await runStage(stage, atOnce > 1);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

/**
 * Runs lanes at once, and the stages of each in the order given, also after one has failed. Each stage says when it begins and
 * shows its output when it has ended.
 *
 * @param {readonly (readonly Stage[])[]} lanes
 * @returns {Promise<StageResult[]>} lane by lane
 */
export async function runLanes(lanes) {
  const ofLanes = lanes.map(async (stages) => {
    const results = [];
    for (const stage of stages) {
      console.log(`   ${stage.heading}: begins`);
      results.push(await runStage(stage, true));
    }
    return results;
  });
  return (await Promise.all(ofLanes)).flat();
}

/** @param {Stage} stage @param {boolean} buffered @returns {Promise<StageResult>} */
async function runStage({ heading, run }, buffered) {
  /** @type {Output} */
  const output = buffered ? [] : 'inherit';
  if (!buffered) console.log(`\n── ${heading}`);
  const start = performance.now();
  const totals = addUp([await run(output)]);
  const seconds = (performance.now() - start) / 1000;
  if (output !== 'inherit') {
    console.log(`\n── ${heading}`);
    process.stdout.write(Buffer.concat(output));
  }
  console.log(`   ${heading}: ${totals.failed === 0 ? 'passed' : `${totals.failed} failed`}, ${seconds.toFixed(1)} s`);
  const failures = totals.failed === 0 ? [] : [`${heading}: ${totals.failed} failed`, ...totals.failures];
  return { ...totals, failures, heading, seconds };
}

/**
 * When a program that still runs is taken to hang: no stage takes half of it. And how long its output is waited for once it
 * has ended, because a process that it left behind may hold it open.
 */
const bounds = { runMs: 40 * 60_000, lastOutputMs: 5000 };

/**
 * Runs a program with the pinned Node and the project's own tools on its path, and ends one that hangs.
 *
 * @param {string} program
 * @param {readonly string[]} options
 * @param {{ env?: Record<string, string>, output?: Output, runMs?: number, lastOutputMs?: number }} [extras]
 * @returns {Promise<boolean>} whether it ended well
 */
export function runProgram(program, options, extras = {}) {
  const { env = {}, output = 'inherit', runMs, lastOutputMs } = { ...bounds, ...extras };
  const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  // Tests start the server many times, and half of a start is the compilation of its modules.
  const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'compiled');
  const shown = output === 'inherit' ? 'inherit' : 'pipe';
  /** @type {PromiseWithResolvers<boolean>} */
  const { promise, resolve } = Promise.withResolvers();
  const child = spawn(program, options, {
    cwd: root,
    env: { ...process.env, ...env, PATH, NODE_COMPILE_CACHE },
    stdio: ['ignore', shown, shown],
    timeout: runMs,
    killSignal: 'SIGKILL',
  });
  const say = (/** @type {string} */ line) => {
    if (output === 'inherit') console.error(line);
    else output.push(Buffer.from(`${line}\n`));
  };
  if (output !== 'inherit') {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  }
  child.on('error', (error) => {
    say(`${program} could not be started: ${error.message}`);
    resolve(false);
  });
  child.on('exit', (code, signal) => {
    if (signal) say(`${program} was ended by ${signal}; its limit is ${runMs / 1000} s.`);
    const lastOutput = setTimeout(() => {
      say(`${program} left a process behind that holds its output open.`);
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, lastOutputMs);
    child.on('close', () => {
      clearTimeout(lastOutput);
      resolve(code === 0);
    });
  });
  return promise;
}

/**
 * Runs a program that counts as one check.
 *
 * @param {string} heading
 * @param {string} program
 * @param {readonly string[]} options
 * @returns {Stage}
 */
export function checkOnce(heading, program, options) {
  return {
    heading,
    run: async (output) =>
      (await runProgram(program, options, { output })) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
  };
}
