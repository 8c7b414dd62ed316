import { createServerKeys } from '#/server-keys.ts';
import type { Services } from '#/services.ts';
import { gaugeQuarantine } from './gauge-quarantine.ts';
import { createSuspicionWatch, type SuspicionWatch } from './suspicion-watch.ts';

/** Begins to watch the votes of this process, and shows how many wait for a decision. */
export function watchVotes(
  services: Pick<Services, 'db' | 'pool' | 'clock' | 'log' | 'metrics' | 'settings'>,
): SuspicionWatch {
  const { log, settings } = services;
  gaugeQuarantine(services);
  return createSuspicionWatch({
    ...services,
    keys: createServerKeys(settings.serverSecret),
    onError: (error) => log.warn({ err: error }, 'What was seen of votes could not be exchanged'),
  });
}
