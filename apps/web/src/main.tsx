import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { makeQueryClient } from './app/query-client.ts';
import { showStartFailure } from './app/start-failure.ts';
import { configQuery } from './lib/config/use-config.ts';
import { startI18n } from './lib/i18n/i18n.ts';
import { canResumeSession, resumeSession } from './lib/session/session.ts';

/**
 * Screens are shown once it is known who the fan is and in which language to speak. A newcomer and a tab that still
 * holds its token know it at once; a fan who comes back waits for one answer.
 */
async function start(root: HTMLElement): Promise<void> {
  const queryClient = makeQueryClient();
  void queryClient.prefetchQuery(configQuery);
  await Promise.all([startI18n(), canResumeSession() ? resumeSession() : undefined]);
  createRoot(root).render(<App queryClient={queryClient} />);
  const { warmPublicKey } = await import('./lib/secrets/seal-secret.ts');
  await warmPublicKey();
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root element.');
start(root).catch((error: unknown) => showStartFailure(root, error));
