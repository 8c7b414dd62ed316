import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Drawing, makeBrand, readDrawing } from '#/modules/brand/index.ts';
import type { PackBrand, PackEntry } from './pack.ts';
import type { BrandFile } from './schema/brand.ts';
import type { Path, Problem } from './yaml-file.ts';

export const brandFileName = 'brand.yaml';

export type BrandRead = {
  readonly brand: PackBrand | undefined;
  readonly problems: readonly Problem[];
  /** The digest of each picture's file by its name in the pack. */
  readonly texts: ReadonlyMap<string, string>;
};

const none: BrandRead = { brand: undefined, problems: [], texts: new Map() };

/** The sides of a mark may differ by this part. */
const squareWithin = 0.02;
const widestLogo = 8;
const mostPreviewBytes = 5 * 1024 * 1024;

/** Reads the pictures of a brand and makes it; a pack may have none. */
export async function readBrand(folder: string, entry: PackEntry<BrandFile> | undefined): Promise<BrandRead> {
  if (!entry) return none;
  const { value, problem } = entry;
  const problems: Problem[] = [];
  const texts = new Map<string, string>();

  async function read(field: 'mark' | 'logo' | 'preview'): Promise<Buffer | undefined> {
    const file = value[field];
    if (file === undefined) return undefined;
    const bytes = await readFile(join(folder, file)).catch(() => undefined);
    if (bytes) texts.set(file, hash('sha256', bytes));
    else problems.push(problem([field], `is "${file}", which is not in the pack; expected a file of it`));
    return bytes;
  }
  const [mark, logo] = await Promise.all([
    read('mark').then((bytes) => drawingOf(bytes, { path: ['mark'], problem, problems })),
    read('logo').then((bytes) => drawingOf(bytes, { path: ['logo'], problem, problems })),
  ]);
  const preview = await read('preview');
  if (mark && Math.abs(mark.ratio - 1) > squareWithin)
    problems.push(problem(['mark'], `is ${mark.ratio.toFixed(2)} times as wide as high; expected a square`));
  if (logo && (logo.ratio < 1 || logo.ratio > widestLogo)) {
    const message = `is ${logo.ratio.toFixed(2)} times as wide as high; expected from 1 to ${widestLogo} times`;
    problems.push(problem(['logo'], message));
  }
  if (preview && preview.length > mostPreviewBytes)
    problems.push(problem(['preview'], 'is larger than 5 MB; expected a smaller picture'));
  if (!mark || problems.length > 0) return { ...none, problems, texts };

  try {
    const made = await makeBrand({ colours: value.colours, mark, logo, preview });
    return { brand: brandOf(value, made, problem), problems, texts };
  } catch (error) {
    const message = `cannot be drawn: ${error instanceof Error ? error.message : String(error)}`;
    return { ...none, problems: [problem([preview ? 'preview' : 'mark'], message)], texts };
  }
}

type Place = { readonly path: Path; readonly problem: PackEntry<BrandFile>['problem']; readonly problems: Problem[] };

async function drawingOf(bytes: Buffer | undefined, { path, problem, problems }: Place): Promise<Drawing | undefined> {
  if (!bytes) return undefined;
  const drawing = await readDrawing(bytes.toString('utf8'));
  if (!('faults' in drawing)) return drawing;
  const expected = 'expected shapes with colours and gradients alone';
  problems.push(...drawing.faults.map((fault) => problem(path, `is a drawing that ${fault}; ${expected}`)));
  return undefined;
}

function brandOf(
  value: BrandFile,
  { files, corrections, ...looks }: Awaited<ReturnType<typeof makeBrand>>,
  problem: PackEntry<BrandFile>['problem'],
): PackBrand {
  const { name, mail } = value;
  return {
    name,
    shortName: value.shortName ?? name,
    terms: {
      ...looks,
      legalName: value.legalName ?? name,
      supportEmail: value.supportEmail,
      mainSite: value.mainSite,
      social: value.social ?? [],
      runsOn: value.runsOn ?? true,
      mail: { sender: mail?.sender ?? name, footer: mail?.footer },
    },
    files,
    corrections: corrections.map(({ field, message }) => problem(['colours', ...field], message)),
  };
}
