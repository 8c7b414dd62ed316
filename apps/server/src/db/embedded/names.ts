/** The superuser of an embedded cluster. It owns the database and runs the migrations. */
export const ownerRole = 'lightstick_owner';

/** The database of an embedded cluster. */
export const databaseName = 'lightstick';

/** How to reach an embedded server's database: by its socket's folder, without a password. */
export function socketUrl(socketFolder: string, database: string): string {
  return `postgres://${ownerRole}@/${database}?host=${encodeURIComponent(socketFolder)}`;
}
