import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { TestFan } from './given-fan.ts';
import type { World } from './world.ts';

type List = DataOf<Contract['POST /task/api/v1/task/getTasksList']>;
type ListedTask = NonNullable<List[keyof List]>[number];

/** Finds a task in the list of a caller. */
export async function listedTask(
  { call }: Pick<World, 'call'>,
  taskId: string,
  options: { fan?: TestFan | undefined; language?: Language; headers?: Readonly<Record<string, string>> },
): Promise<ListedTask | undefined> {
  const { data } = await call('POST /task/api/v1/task/getTasksList', options);
  return Object.values(data)
    .flatMap((tasks) => tasks ?? [])
    .find((task) => task.taskId === taskId);
}
