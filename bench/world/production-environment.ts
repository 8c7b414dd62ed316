import { randomBytes } from 'node:crypto';
import { cleanEnvironment } from './clean-environment.ts';
import { contentDir } from './given-election.ts';

/**
 * Returns the environment of a server that runs as in production, on a separate embedded database. Its mail server is
 * never called, and rates are not limited because all fans come from one address here.
 */
export function productionEnvironment(dataDir: string): Record<string, string> {
  return {
    ...cleanEnvironment(),
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    PUBLIC_URL: 'http://127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SERVER_SECRET: randomBytes(32).toString('base64'),
    RATE_LIMIT_FACTOR: '1000000',
    DEFAULT_COUNTRY: 'TW',
    CONTENT_DIR: contentDir,
    DATA_DIR: dataDir,
  };
}
