import { parseSettings } from '#/config/settings.ts';
import { allChecks, examine, type Line, openGround } from '#/modules/doctor/index.ts';
import type { Ground } from '#/modules/doctor/check.ts';

/** What a consultation has besides the environment; by default as `lightstick doctor` without words. */
type Consultation = Partial<Pick<Ground, 'mailTo' | 'checksLedger' | 'now' | 'settings'>> & {
  readonly settingsFile?: string;
};

/** What is judged of a line. */
export type Finding = Pick<Line, 'state' | 'found' | 'advice'>;

/** The secret of the servers of tests, without which the doctor takes the folder for one before its first start. */
const { serverSecret } = parseSettings({ NODE_ENV: 'test' }, '/srv');

/** Runs one check of the doctor on an environment, as the command does. */
export async function consultDoctor(
  id: string,
  environment: Readonly<Record<string, string>> = {},
  { settingsFile, ...others }: Consultation = {},
): Promise<Finding> {
  const one = allChecks.filter((check) => check.id === id);
  await using ground = await openGround({
    environment:
      environment['NODE_ENV'] === 'production' ? environment : { SERVER_SECRET: serverSecret, ...environment },
    root: '/srv',
    settingsFile,
    mailTo: undefined,
    checksLedger: false,
  });
  const [line] = await examine(one, { ...ground, ...others });
  if (!line) throw new Error(`There is no check ${id}`);
  return { state: line.state, found: line.found, advice: line.advice };
}
