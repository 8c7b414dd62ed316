import type { CommandEnvelope } from '#/lib/host/envelope.ts';
import type { HostCommand } from '#/lib/host/payloads.ts';

export type CommandName = HostCommand['command'];

export const commandNames: readonly CommandName[] = ['changeTheme', 'changeLanguage', 'refreshData'];

/** A command as a host sends it; the page must cope with a value that it does not know. */
export function commandEnvelope(id: string, command: CommandName, value = ''): CommandEnvelope {
  const params =
    command === 'changeTheme' ? { theme: value } : command === 'changeLanguage' ? { languageType: value } : {};
  return { v: 1, ch: 'lightstick', kind: 'cmd', id, command, params } as CommandEnvelope;
}
