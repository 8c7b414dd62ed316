/** The same server and login, another database. */
export function withDatabase(url: string, database: string): string {
  // A socket's address has no host, which URL would refuse, so only the path is replaced.
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*)\/[^?]*/, `$1/${database}`);
}

/** The same database, another login. */
export function withUser(url: string, user: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/)(?:[^@/]*@)?/, `$1${user}@`);
}
