import * as z from 'zod';

/** What a text may be asked to look like; the first that fits is taken. */
const texts = [
  'a',
  '1',
  '123456',
  'fan@example.com',
  'AAAA',
  'ABCDEFGH',
  'en_US',
  '0,0,1',
  '/a',
  'Asia/Taipei',
  'G-ABC123DEF4',
  'https://example.com/',
  '2026-11-21T03:16:53.000Z',
  '019abcde-0000-7000-8000-000000000000',
  '5f1dcb1c-7f3b-4f0a-9f0e-0123456789ab',
  `0x${'a'.repeat(40)}`,
  `0x${'ab'.repeat(32)}`,
  `0x${'ab'.repeat(65)}`,
  'a'.repeat(16),
  'a'.repeat(22),
  'a'.repeat(32),
  'a'.repeat(43),
  'a'.repeat(64),
  'a'.repeat(87),
];
const numbers = [1, 0, 97, 100, 1004];

/**
 * Makes the smallest value that a schema accepts, without optional fields. It comes from the schema alone, so that new
 * calls are covered; throws for an unsupported schema.
 *
 * @param where - how the place is called in such an error.
 */
export function exampleOf(schema: z.ZodType, where: string): unknown {
  const example = makeExample(schema, where);
  const checked = schema.safeParse(example);
  if (!checked.success)
    throw new Error(`${JSON.stringify(example)} is no example of ${where}: ${checked.error.message}`);
  return example;
}

function makeExample(schema: z.ZodType, where: string): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return makeExample(inner(schema), where);
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodReadonly) return makeExample(inner(schema), where);
  if (schema instanceof z.ZodPipe) return findFitting(schema) ?? makeExample(sideWithShape(schema), where);
  if (schema instanceof z.ZodObject) return objectExample(schema, where);
  if (schema instanceof z.ZodDiscriminatedUnion || schema instanceof z.ZodUnion) {
    return makeExample(schema.options[0] as z.ZodType, where);
  }
  if (schema instanceof z.ZodArray) return arrayExample(schema, where);
  if (schema instanceof z.ZodRecord) return {};
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodEnum) return schema.options[0];
  return findFitting(schema) ?? unknownKind(schema, where);
}

/** Makes a list of one element, or of the least allowed number. */
function arrayExample(schema: z.ZodArray, where: string): unknown[] {
  const element = makeExample(schema.element as z.ZodType, `${where}[]`);
  const lists = Array.from({ length: 10 }, (_, index) => Array.from({ length: index + 1 }, () => element));
  return lists.find((list) => schema.safeParse(list).success) ?? [element];
}

function objectExample(schema: z.ZodObject, where: string): Record<string, unknown> {
  const example: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape) as [string, z.ZodType][]) {
    if (!field.safeParse(undefined).success) example[name] = makeExample(field, `${where}.${name}`);
  }
  if (schema.safeParse(example).success) return example;
  // A rule across fields requires one of the optional ones.
  for (const [name, field] of Object.entries(schema.shape) as [string, z.ZodType][]) {
    if (name in example) continue;
    const fuller = { ...example, [name]: makeExample(field, `${where}.${name}`) };
    if (schema.safeParse(fuller).success) return fuller;
  }
  return example;
}

/** Returns a plain value that the schema accepts, or undefined when it accepts none of these. */
function findFitting(schema: z.ZodType): unknown {
  return [...texts, ...numbers, true].find((value) => schema.safeParse(value).success);
}

function unknownKind(schema: z.ZodType, where: string): never {
  throw new Error(`There is no example of ${where} (${schema.def.type}): teach exampleOf one.`);
}

function inner(schema: z.ZodType): z.ZodType {
  return (schema as unknown as { def: { innerType: z.ZodType } }).def.innerType;
}

/** Returns the input side, unless it is a bare function that makes a value of anything. */
function sideWithShape(schema: z.ZodPipe): z.ZodType {
  const entry = schema.in as z.ZodType;
  return entry instanceof z.ZodTransform ? (schema.out as z.ZodType) : entry;
}

/**
 * Lists the places of all fields in a schema, such as `['target', 'accountId']`, without those in lists and records.
 */
export function fieldsOf(schema: z.ZodType): readonly (readonly string[])[] {
  if (schema instanceof z.ZodObject) {
    return (Object.entries(schema.shape) as [string, z.ZodType][]).flatMap(([name, field]) => [
      [name],
      ...fieldsOf(field).map((place) => [name, ...place]),
    ]);
  }
  if (schema instanceof z.ZodPipe) return fieldsOf(sideWithShape(schema));
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldsOf(option as z.ZodType));
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType);
  return 'innerType' in schema.def ? fieldsOf(inner(schema)) : [];
}
