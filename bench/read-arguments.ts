import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * Reads the arguments of a program that a person runs. `--help` prints the usage and ends the program with 0; an argument
 * that it does not know is named above the usage, and ends it with 2.
 */
export function readArguments<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  const given = process.argv.slice(2);
  if (given.includes('--help') || given.includes('-h')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(2);
  }
}
