import type { RestartingServer } from '../../world/restarting-server.ts';

/**
 * Stops servers in order. Answers in words which of them did not end as they should, or ended before they were asked to.
 *
 * @param kills how often they were killed
 */
export async function stopAll(servers: readonly RestartingServer[], kills = 0): Promise<string[]> {
  const ended = servers.reduce((sum, server) => sum + server.starts() - 1, 0) - kills;
  const codes = await Promise.all(servers.map((server) => server.stop()));
  return [
    ...(ended === 0 ? [] : [`servers ended by themselves, ${ended} times:\n${servers[0]?.lastLines()}`]),
    ...codes.flatMap((code, position) =>
      code === 0 ? [] : [`a server ended with ${code} when it was asked to stop:\n${servers[position]?.lastLines()}`],
    ),
  ];
}
