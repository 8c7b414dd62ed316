/** A reporter of Vitest: how long each test file took, with hooks and imports. Its JSON report counts tests only. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './stage.mjs';

export default class FileTimesReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const path = process.env.FILE_TIMES_REPORT;
    if (path === undefined) return;
    const times = modules.map((module) => {
      const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
        module.diagnostic();
      const milliseconds = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
      return { file: relative(root, module.moduleId), seconds: milliseconds / 1000 };
    });
    writeFileSync(path, JSON.stringify(times));
  }
}
