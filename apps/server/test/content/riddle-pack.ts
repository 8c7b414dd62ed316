import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Edit, type PackFolder, smallPack } from './small-pack.ts';

const withTask: Edit = [
  'tasks.yaml',
  'tasks:\n',
  `tasks:
  - id: puzzle
    type: 50
    tab: luckyTasks
    title: { en_US: Puzzle, zh_TW: 謎題 }
    description: { en_US: Weekly, zh_TW: 每週 }
    reward: 60
    period: once
    budget: 2000
`,
];

/** Two rounds; the first is open at the time of the tests. */
export const riddles = `rounds:
  - id: first
    task: puzzle
    title: { en_US: First, zh_TW: 第一輪 }
    description: { en_US: Two riddles, zh_TW: 兩道謎題 }
    opensAt: -P1D
    closesAt: +P1D
    price: 10
    rewards: [20, 60]
    budget: 1000
    riddles:
      - id: lamp
        text: { en_US: Who carries a lamp, zh_TW: 誰提著燈 }
        hint: { en_US: It flies, zh_TW: 牠會飛 }
        answers:
          en_US: [Firefly, Glowworm]
          zh_TW: [螢火蟲]
      - id: tail
        text: { en_US: Who has a tail, zh_TW: 誰有尾巴 }
        hint: { en_US: It is late, zh_TW: 它遲到了 }
        answers: { en_US: [Comet], zh_TW: [彗星, 掃把星] }
  - id: second
    task: puzzle
    title: { en_US: Second, zh_TW: 第二輪 }
    description: { en_US: One riddle, zh_TW: 一道謎題 }
    opensAt: +P1D
    closesAt: +P2D
    price: 10
    rewards: [50]
    budget: 1000
    riddles:
      - id: tide
        text: { en_US: Who comes twice a day, zh_TW: 誰一天來兩次 }
        hint: { en_US: Salt, zh_TW: 鹹的 }
        answers: { en_US: [Tide], zh_TW: [潮水] }
`;

/** Replaces one passage of the rounds. */
export function editRiddles(from: string, to: string): string {
  if (!riddles.includes(from)) throw new Error(`The riddles do not contain ${from}`);
  return riddles.replace(from, to);
}

const [head = '', first = '', second = ''] = riddles.split(/(?=  - id: (?:first|second))/);
export const withoutFirst = () => head + second;
export const withoutSecond = () => head + first;

/** Returns the small pack with a task for the rounds of a text. */
export async function riddlePack(text: string): Promise<PackFolder> {
  const folder = await smallPack(withTask);
  await writeFile(join(folder.path, 'riddles.yaml'), text);
  return folder;
}
