/**
 * Reads what a migration declares in its first comment: whether every server of the release before must stop first, because it
 * cannot work over the new schema. Migrations up to 0046 declare nothing.
 * @param statements the text of the migration
 */
export function declaredStopFirst(statements: string): boolean | undefined {
  const [comment = ''] = /^(?:--.*\n)*/.exec(statements) ?? [];
  const declared = /^-- stop-first: (yes|no)$/m.exec(comment)?.[1];
  return declared === undefined ? undefined : declared === 'yes';
}
