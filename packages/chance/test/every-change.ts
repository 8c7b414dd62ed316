type Path = readonly (string | number)[];

type ChangeAt = { readonly path: Path; readonly leaf: unknown };

/**
 * Lists every value that differs from the given one in a single place, in ways that keep its form. `path` has a `*` for
 * a place in a list; a list in a list is a row, whose columns keep their numbers.
 */
export function everyChange<Value>(value: Value): { readonly path: string; readonly value: Value }[] {
  return changesAt(value, []).map(({ path, leaf }) => ({
    path: path.map((part, i) => (typeof part === 'number' && typeof path[i - 1] !== 'number' ? '*' : part)).join('.'),
    value: withLeaf(value, path, leaf) as Value,
  }));
}

function changesAt(value: unknown, path: Path): ChangeAt[] {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const isRow = typeof path.at(-1) === 'number';
    return [
      ...items.flatMap((item, i) => changesAt(item, [...path, i])),
      ...(isRow ? [] : changedLists(items).map((leaf) => ({ path, leaf }))),
    ];
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, member]) => changesAt(member, [...path, name]));
  }
  return changedLeaves(value).map((leaf) => ({ path, leaf }));
}

function changedLists(items: readonly unknown[]): unknown[] {
  const lists = items.flatMap((item, i) => [
    items.toSpliced(i, 1),
    items.toSpliced(i, 0, item),
    items.toSpliced(i, 1).toSpliced(i + 1, 0, item),
  ]);
  return lists.filter((list) => JSON.stringify(list) !== JSON.stringify(items));
}

function changedLeaves(value: unknown): unknown[] {
  if (typeof value === 'number') return [value + 1, value - 1, value * 2 + 7].filter((number) => number >= 0);
  if (typeof value === 'boolean') return [!value];
  return typeof value === 'string' ? changedTexts(value) : [];
}

function changedTexts(text: string): string[] {
  if (/^\d{4}-\d\d-\d\dT/.test(text)) {
    return [-86_400_000 * 400, 1, 86_400_000 * 400].map((ms) => new Date(Date.parse(text) + ms).toISOString());
  }
  if (/^[0-9a-f]{16,}$/.test(text)) {
    const other = (digit: string) => (digit === '0' ? '1' : '0');
    return [`${other(text.charAt(0))}${text.slice(1)}`, `${text.slice(0, -1)}${other(text.slice(-1))}`];
  }
  return [`${text}x`];
}

function withLeaf(value: unknown, path: Path, leaf: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return leaf;
  if (Array.isArray(value)) return value.with(first as number, withLeaf(value[first as number], rest, leaf)) as unknown;
  const members = value as Readonly<Record<string, unknown>>;
  return { ...members, [first]: withLeaf(members[first], rest, leaf) };
}
