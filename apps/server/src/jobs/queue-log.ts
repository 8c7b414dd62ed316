import { Logger } from 'graphile-worker';
import type { Log } from '#/log.ts';

/**
 * Lets the queue's library write to our log. What it attaches to a line is left out, because that holds payloads and
 * connection settings.
 */
export function queueLog(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    const where = { jobId: scope.jobId, job: scope.taskIdentifier };
    if (level === 'error') log.error(where, message);
    else if (level === 'warning') log.warn(where, message);
    else log.debug(where, message);
  });
}
