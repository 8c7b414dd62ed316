/** What a process has open beside its listeners: the database's connections, files, a few callers. */
const others = 300;

/** @throws when the system does not let a process have as many connections open, saying what would help. */
export function requireOpenFiles(listeners: number): void {
  const report = process.report.getReport() as { userLimits?: { open_files?: { hard: number | 'unlimited' } } };
  const hard = report.userLimits?.open_files?.hard ?? 'unlimited';
  // Node raises its own soft limit to the hard one.
  if (hard === 'unlimited' || hard >= listeners + others) return;
  throw new Error(
    `${listeners} listeners need ${listeners + others} open files in one process, but the system allows ${hard}. ` +
      'Raise the hard limit (ulimit -Hn).',
  );
}
