import type { Pool } from 'pg';

/** A database that cannot be used as it is. The message says what an operator does about it. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused';
}

/** SQLSTATE of a missing privilege, and of a role that does not exist. */
const lacksPrivilege = '42501';
const lacksRole = '22023';

/** What PostgreSQL says, and what the operator runs instead of searching for it. The first that matches counts. */
const advices: readonly (readonly [RegExp, string])[] = [
  [
    /\brole\b/,
    'The login of DATABASE_URL may not create the role lightstick_app (it has no CREATEROLE), or not work as it. ' +
      'Let a superuser run once: CREATE ROLE lightstick_app NOLOGIN; ' +
      'GRANT lightstick_app TO {login}.',
  ],
  [
    /for database/,
    'The login of DATABASE_URL or DATABASE_APP_URL may not connect. As the owner of the database run: ' +
      'GRANT CONNECT ON DATABASE its name TO lightstick_app; GRANT lightstick_app TO the login of DATABASE_APP_URL.',
  ],
  [
    /./,
    'The login of DATABASE_URL does not own the database, whose schema it has to create and change. ' +
      'Let a superuser run once: ALTER DATABASE {database} OWNER TO {login}; ' +
      'ALTER SCHEMA public OWNER TO {login}. A login for the application alone belongs into DATABASE_APP_URL.',
  ],
];

/** What is wrong where no session begins, by SQLSTATE; the class 08 and errors of the system have no answer at all. */
const entryAdvices: Readonly<Record<string, string>> = {
  '28000': 'PostgreSQL does not let the login in: look at pg_hba.conf, and at the login in DATABASE_URL.',
  '28P01': 'PostgreSQL does not take the name or the password of the login: correct DATABASE_URL.',
  '3D000': 'The database of DATABASE_URL does not exist. Create it for the login, or correct the name.',
  '53300': 'PostgreSQL has no connection left: raise max_connections, or lower DATABASE_CONNECTIONS.',
  '57P03': 'PostgreSQL is starting or stopping. Try again in a moment.',
};
const noAnswer = 'PostgreSQL does not answer at the address of DATABASE_URL. Start it, or correct the address.';

function adviceOnEntry(failure: unknown): string | undefined {
  if (!(failure instanceof Error) || !('code' in failure)) return undefined;
  return 'syscall' in failure ? noAnswer : entryAdvices[String(failure.code)];
}

/** What the owner's login and database are called in statements. */
type Names = { readonly login: string; readonly database: string };

async function readNames(ownerPool: Pool): Promise<Names | undefined> {
  const { rows } = await ownerPool.query<Names>(
    'SELECT quote_ident(session_user) AS login, quote_ident(current_database()) AS database',
  );
  return rows[0];
}

/**
 * Writes the advice for a login that cannot connect or lacks a privilege, instead of PostgreSQL's bare words.
 * @param ownerPool tells the names of login and database, unless it is the one that cannot connect
 * @throws the failure, or a DatabaseRefused that says what to do
 */
export async function adviseOnLogin(failure: unknown, ownerPool?: Pool): Promise<never> {
  const onEntry = adviceOnEntry(failure);
  if (onEntry !== undefined) throw refused(onEntry, failure);
  const causes = failure instanceof Error ? [failure, failure.cause] : [];
  const refusal = causes.find(
    (cause) => cause instanceof Error && 'code' in cause && [lacksPrivilege, lacksRole].includes(String(cause.code)),
  );
  if (!(refusal instanceof Error)) throw failure;
  const [, advice] = advices.find(([pattern]) => pattern.test(refusal.message)) ?? [];
  if (advice === undefined) throw failure;
  const names = ownerPool && (await readNames(ownerPool).catch(() => undefined));
  const { login, database } = names ?? { login: 'the login of DATABASE_URL', database: 'its name' };
  throw refused(advice.replaceAll('{login}', login).replaceAll('{database}', database), failure, refusal);
}

function refused(advice: string, cause: unknown, said: unknown = cause): DatabaseRefused {
  const { message } = said as Error;
  const words = message === '' ? '' : ` (PostgreSQL says: ${message}.)`;
  return new DatabaseRefused(`${advice}${words}`, { cause });
}
