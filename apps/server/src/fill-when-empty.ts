import type { Pool } from 'pg';
import { systemClock } from './clock.ts';
import type { Settings } from './config.ts';
import type { Log } from './log.ts';
import { applyContent } from './modules/content/index.ts';

/**
 * Applies the content pack of the settings to a database that has never had one, so that a first start shows something.
 * Later changes are an operator's decision, made by `npm run content`.
 *
 * @param ownerPool connects as the owner, who alone may define what is voted on
 * @throws PackProblems when the pack is not right
 */
export async function fillWhenEmpty(ownerPool: Pool, settings: Settings, log: Log): Promise<void> {
  const { contentDir: folder, production } = settings;
  if (folder === undefined) return;
  const { rowCount } = await ownerPool.query('SELECT FROM content_pack LIMIT 1');
  if (rowCount !== 0) return;
  const simulate = production ? undefined : (await import('./dev/index.ts')).simulatePack;
  const report = await applyContent({ ownerPool, clock: systemClock, folder, simulate });
  log.info(report, 'the content pack was applied to an empty database');
}
